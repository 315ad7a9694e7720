import { raw, sql } from '@/lib/database/connection/sql';
import type { Relation } from '@/lib/database/rows/mapping';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

/** Statuses of payments whose outcome is open: no other payment of the same checkout or subscription begins meanwhile. */
export const OPEN_STATUSES = ['pending', 'requires_action', 'processing'] as const;

/** The same as a list of SQL. Indexes of open payments are by it. */
export const OPEN = raw(OPEN_STATUSES.map((status) => `'${status}'`).join(', '));

/** The secret of the payment of a checkout that waits for its buyer, encrypted; empty for one that waits for nobody. */
export const WAITING_PAYMENT = {
  texts: {
    intentSecret: sql`coalesce((SELECT a.intent_secret FROM payment_attempts a
      WHERE a.checkout_id = t.id AND a.status = 'requires_action'), '')`,
  },
} as const satisfies Relation;

/** A payment method of a subscription that its buyer has yet to authenticate, as its column has it. */
export interface MethodSetup {
  /** The stored name of the processor, and its own reference. */
  processor: string;
  reference: string;
  /** As of {@link sealIntentSecret}. */
  secret: string;
  /** When it is given up, by the organization's clock: ISO 8601. */
  expires_at: string;
}

const PURPOSE = 'intent-secret';

/** Encrypts the secret by which a buyer authenticates a payment, for its column. */
export function sealIntentSecret(secret: string): string {
  return encrypt(secret, PURPOSE);
}

/** The secret in a column. */
export function intentSecretIn(sealed: string): string {
  return decrypt(sealed, PURPOSE);
}
