import { outageOf } from '@/lib/database/connection/errors';
import { sandboxProcessor } from '@/lib/resources/payments/sandbox';
import type { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';

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
  /** The processor's own reference to the payment method, from {@link PaymentProcessor.attach}. */
  paymentMethod: string;
  /** Nobody is there to authenticate: a renewal, or a change that a seller makes. */
  isOffSession: boolean;
}

/**
 * A payment service. Calls may be slow and are repeated after failures, so none is made inside a database
 * transaction (docs/contract/checkouts.md#confirmation).
 */
export interface PaymentProcessor {
  /** Whether a confirmation token is one that the service knows the form of. */
  accepts(token: string): boolean;
  /** The reference to the payment method of a confirmation, for its charge and for later ones. */
  attach(token: string): string;
  /** What may be shown of a payment method; null where nothing is known. */
  describe(paymentMethod: string): PaymentMethodDetails | null;
  /** Rejects when the answer is lost; {@link settle} then tells what became of it. */
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

/** How long an answer of the processor is waited for, ms. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Charges, and where the answer is lost asks for it by its key
 * (docs/contract/checkouts.md#charge). Still unknown, it is like a payment that takes its time.
 */
export async function charge(
  processor: PaymentProcessor,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const deadline = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
  });
  late.catch(() => {});
  try {
    return await Promise.race([processor.charge(request), late]);
  } catch (error) {
    // The sandbox lives in the product's own database: while that is away the request has to be repeated.
    if (outageOf(error)) throw error;
    const asked = processor.settle(request.idempotencyKey);
    return Promise.race([asked, late]).catch(() => ({ status: 'processing' as const }));
  }
}
