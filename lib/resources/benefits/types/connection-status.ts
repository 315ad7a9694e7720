import { z } from 'zod';

// What the types have in common whose benefits need an account outside.

/**
 * Whether the outside account that the benefit needs is connected
 * (docs/contract/benefits.md#outside-accounts).
 */
export const CONNECTION = { connection_status: z.enum(['not_connected', 'connected']) };

export function connectionStatus(isConnected: boolean): 'not_connected' | 'connected' {
  return isConnected ? 'connected' : 'not_connected';
}
