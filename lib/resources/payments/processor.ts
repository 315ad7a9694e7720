import { sandboxProcessor } from '@/lib/resources/payments/sandbox';

/** The outcome of a charge. */
export type ChargeOutcome =
  | { status: 'succeeded' }
  /** Accepted; the payment succeeds or fails later. */
  | { status: 'processing' }
  | { status: 'declined'; code: string; declineCode: string | null };

export interface ChargeRequest {
  /** Requests with the same key are one charge. */
  idempotencyKey: string;
  /** Minor units; 0 only attaches the payment method for later charges. */
  amount: number;
  currency: string;
  /** The processor's reference to the payment method. */
  paymentMethod: string;
}

/**
 * A payment service. Calls may be slow and are repeated after failures, so none is made inside a database
 * transaction (docs/contract/checkouts.md#confirmation).
 */
export interface PaymentProcessor {
  /** Whether a reference to a payment method is well-formed for this service. */
  accepts(paymentMethod: string): boolean;
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  /**
   * The outcome of the charge with this key. A charge that never arrived is recorded as declined, so that it
   * cannot succeed later.
   */
  settle(idempotencyKey: string): Promise<ChargeOutcome>;
}

/** The processor of an organization: the sandbox, as no live payment key can be set yet. */
export function processorOf(_organization: { isSandbox: boolean }): PaymentProcessor {
  return sandboxProcessor;
}
