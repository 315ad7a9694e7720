import { sandboxProcessor } from '@/lib/resources/payments/sandbox';

/** What became of a charge. */
export type ChargeOutcome =
  | { status: 'succeeded' }
  /** Accepted, but the money arrives later or not at all. */
  | { status: 'processing' }
  | { status: 'declined'; code: string; declineCode: string | null };

export interface ChargeRequest {
  /** The same key is the same charge, however often it is sent. */
  idempotencyKey: string;
  /** Minor units; 0 only attaches the payment method for later charges. */
  amount: number;
  currency: string;
  /** The processor's own reference to the payment method. */
  paymentMethod: string;
}

/**
 * The payment service. Every call may be slow and may be repeated, so none is made inside a
 * database transaction (docs/contract/checkouts.md#confirmation).
 */
export interface PaymentProcessor {
  /** Whether a reference is one that the service knows the form of. */
  accepts(paymentMethod: string): boolean;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * What became of the charge with this key. A charge that never arrived is closed as declined, so
   * that it cannot succeed after everybody has given it up.
   */
  settle(idempotencyKey: string): Promise<ChargeOutcome>;
}

/** The processor of an organization: the sandbox, as no live payment key can be set yet. */
export function processorOf(_organization: { isSandbox: boolean }): PaymentProcessor {
  return sandboxProcessor;
}
