import { listAndExport } from '@/lib/api/list';
import { ApiError } from '@/lib/contract/errors';
import { type ChargeOutcome, charge, processorOf } from '@/lib/resources/payments/processor';
import * as repository from '@/lib/resources/payments/repository';
import { serializePayment } from '@/lib/resources/payments/serialize';
import type { PaymentMethodDetails } from '@/lib/resources/subscriptions/schema';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

export const { listAll, exportAll } = listAndExport(repository.list, serializePayment);

/** The attempts of a subscription, in the caller's transaction. */
export const attempts = {
  find: repository.find,
  findOpen: repository.findOpenAttemptOfSubscription,
  findOfRequest: repository.findAttemptOfRequest,
  create: repository.create,
  update: repository.update,
};

/** Attempts of all organizations that have waited since before `before`, oldest first. */
export function findWaiting(before: Date): Promise<repository.AttemptRow[]> {
  return repository.findWaiting(before);
}

export type { AttemptRow } from '@/lib/resources/payments/repository';

/**
 * After this long a pending payment is settled by whoever meets it
 * (docs/contract/checkouts.md#pending-attempts).
 */
export const SETTLE_AFTER_MS = 60_000;

const PAYMENT_METHOD = 'payment-method';

interface Organization {
  isSandbox: boolean;
}

/** The encrypted reference to the payment method of a confirmation token. */
export function attachMethod(organization: Organization, token: string): string {
  return encrypt(processorOf(organization).attach(token), PAYMENT_METHOD);
}

/** What may be shown of an encrypted payment method. */
export function describeMethod(
  organization: Organization,
  paymentMethod: string,
): PaymentMethodDetails | null {
  return processorOf(organization).describe(decrypt(paymentMethod, PAYMENT_METHOD));
}

/** Asks the processor for the money of an attempt. Never inside a transaction. */
export function chargeAttempt(
  attempt: repository.AttemptRow,
  { isSandbox, isOffSession }: Organization & { isOffSession: boolean },
): Promise<ChargeOutcome> {
  return charge(processorOf({ isSandbox }), {
    idempotencyKey: attempt.id,
    amount: attempt.amount,
    currency: attempt.currency,
    paymentMethod: decrypt(attempt.paymentMethod ?? '', PAYMENT_METHOD),
    isOffSession,
  });
}

const DECLINES: Record<string, string> = {
  insufficient_funds: 'The card has insufficient funds. Use another card.',
  expired_card: 'The card has expired. Use another card.',
  incorrect_cvc: 'The security code of the card is wrong. Check it and try again.',
  processing_error: 'The payment could not be processed. Nothing was charged. Try again.',
  authentication_required: 'The bank asks for authentication. Complete it and try again.',
  no_payment_method: 'There is no payment method to charge. Add one.',
};

/** The answer for a declined payment. */
export function declined(code: string | null, declineCode: string | null): ApiError {
  const detail =
    DECLINES[declineCode ?? ''] ??
    DECLINES[code ?? ''] ??
    'The card was declined. Use another card.';
  return new ApiError('PaymentError', detail, { fields: { code, decline_code: declineCode } });
}
