import { z } from 'zod';
import { trimmedText } from '@/lib/contract/fields';

// What the types have in common whose benefits need an account outside.

/**
 * Whether the outside account that the benefit needs is connected
 * (docs/contract/benefits.md#outside-accounts).
 */
export const CONNECTION = { connection_status: z.enum(['not_connected', 'connected']) };

export function connectionStatus(isConnected: boolean): 'not_connected' | 'connected' {
  return isConnected ? 'connected' : 'not_connected';
}

/** The account that a customer names for a grant. */
export const AccountId = trimmedText({ min: 1, max: 255 }).meta({
  description: "The customer's account with that service.",
});
