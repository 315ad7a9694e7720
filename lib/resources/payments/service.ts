import { counted, listAndExport } from '@/lib/api/list';
import { ApiError } from '@/lib/contract/errors';
import { Interrupted, RETRY_FIRST_MS } from '@/lib/database/connection/interrupted';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import {
  ask,
  attach,
  type Buyer,
  type ChargeOutcome,
  charge,
  chargedMethod,
  prepare,
  processorNamed,
  processorOf,
  type StoredMethod,
} from '@/lib/integrations/payments/processor';
import { forecastCharge } from '@/lib/integrations/payments/sandbox';
import { countPaidOf } from '@/lib/integrations/payments/sandbox-ledger';
import { record } from '@/lib/resources/events/service';
import * as repository from '@/lib/resources/payments/repository';
import { PaymentStatus } from '@/lib/resources/payments/schema';
import {
  type PaymentRow,
  serializeCustomerPayment,
  serializePayment,
} from '@/lib/resources/payments/serialize';
import { newId } from '@/lib/runtime/ids';
import { decrypt, digest, encrypt } from '@/lib/runtime/secrets';

export const { listAll, exportAll } = listAndExport(repository.list, serializePayment);

/** Of the calling customer. */
export const { listAll: listOfBuyer } = listAndExport(
  repository.listOfBuyer,
  serializeCustomerPayment,
);

export const countAll = counted(repository.list, {
  status: { column: 't.status', values: PaymentStatus.options },
});

/** The attempts of a subscription, in the caller's transaction. */
export const attempts = {
  find: repository.find,
  findMany: repository.findMany,
  findOpen: repository.findOpenAttemptOfSubscription,
  findWaitingFor: repository.findWaitingFor,
  findAllOpen: repository.findAllOpen,
  hasPendingUpgrade: repository.hasPendingUpgrade,
  findOfRequest: repository.findAttemptOfRequest,
  create: repository.create,
  update: repository.update,
};

/** An attempt of any organization, by its id or the processor's reference, and the time of that organization. */
export const findAttempt = repository.findOfAll;

/** The columns that say who takes the money of a new attempt, decided once (docs/decisions/processors.md). */
export function takenBy(organization: Organization, id: string) {
  const { name, referenceOf } = processorOf(organization);
  return { processor: name, processorReference: referenceOf(id) };
}

/** Attempts of all organizations to settle, each with the moment by its organization's clock. */
export function findWaiting(realTime: Date, leaseMs: number) {
  return repository.findWaiting(realTime, leaseMs);
}

/**
 * Records `payment.failed` in the transaction that declines an attempt.
 *
 * @param of what it was to pay for, as it is then
 */
export async function recordFailed(
  scope: Scope,
  attempt: repository.AttemptRow,
  of: { checkout: PaymentRow['checkout'] } | { customerId: string },
  id = newId(),
): Promise<void> {
  const checkout = 'checkout' in of ? of.checkout : null;
  await record(scope, {
    id,
    kind: 'payment.failed',
    organizationId: attempt.organizationId,
    customerId: 'customerId' in of ? of.customerId : (checkout?.customerId ?? null),
    snapshot: serializePayment({ ...attempt, checkout, orders: [] }),
  });
}

/** When the outcome of a payment that takes its time arrives; null where the processor does not say. */
export function expectedAt({ afterSeconds }: { afterSeconds?: number }, now: Date): Date | null {
  return afterSeconds === undefined ? null : new Date(now.getTime() + afterSeconds * 1000);
}

export { takesLivePayments } from '@/lib/integrations/payments/processor';
export type { AttemptRow } from '@/lib/resources/payments/repository';

/**
 * After this long a pending payment is settled by whoever meets it
 * (docs/contract/checkouts.md#pending-attempts).
 */
export const SETTLE_AFTER_MS = 60_000;

/** Attempts whose charge or settlement an outage of the database has broken off on this node. */
const interrupted = new Interrupted<string>();

/**
 * Does the steps of charging; `begin` notes an attempt when it is prepared. Those that an outage breaks off are
 * settled by {@link finishInterrupted} (docs/contract/checkouts.md#pending-attempts).
 */
export function charging<T>(
  steps: (begin: (attempt: repository.AttemptRow) => void) => Promise<T>,
): Promise<T> {
  return interrupted.watch((begin) => steps(({ id }) => begin(id, id)));
}

export const { hasOpenAttempts } = repository;

/** Whether nobody is at a pending attempt any more: its request was broken off here, or has had its time. */
export function isAbandoned({ id, claimedAt }: repository.AttemptRow, realTime: Date): boolean {
  return interrupted.has(id) || realTime.getTime() - claimedAt.getTime() > SETTLE_AFTER_MS;
}

/** Settles the attempts that an outage has broken off on this node; throws while the database is away. */
export function finishInterrupted(
  settle: (id: string) => Promise<void>,
  afterMs = RETRY_FIRST_MS,
): Promise<void> {
  return interrupted.finish(settle, afterMs);
}

const PAYMENT_METHOD = 'payment-method';

interface Organization {
  isSandbox: boolean;
}

/** Encrypts a confirmation token, or the reference to a payment method, for its column. */
export function seal(tokenOrReference: string): string {
  return encrypt(tokenOrReference, PAYMENT_METHOD);
}

/** The columns by which a subscription keeps a payment method. */
export function methodColumns(method: StoredMethod | null) {
  return {
    paymentMethod: method && seal(method.reference),
    paymentMethodDetails: method?.details ?? null,
  };
}

/** What an outcome says of the method that was charged, for its attempt; one that says nothing changes nothing. */
export function chargedColumns(outcome: ChargeOutcome) {
  return { paymentMethodDetails: chargedMethod(outcome) };
}

/**
 * Asks the processor for the money of an attempt. With a `buyer` the attempt holds that buyer's token, otherwise
 * the reference to a stored method. Never inside a transaction.
 */
export async function chargeAttempt(
  attempt: repository.AttemptRow,
  buyer: Buyer | null = null,
): Promise<ChargeOutcome> {
  return charge(processorNamed(attempt.processor), {
    reference: await referenceOf(attempt),
    amount: attempt.amount,
    currency: attempt.currency,
    held: decrypt(attempt.paymentMethod ?? '', PAYMENT_METHOD),
    buyer,
  });
}

/** What became of an attempt at its processor; rejects where that does not answer. Never inside a transaction. */
export async function askAttempt(attempt: repository.AttemptRow): Promise<ChargeOutcome> {
  return ask(processorNamed(attempt.processor), await referenceOf(attempt));
}

/** The processor's reference to an attempt, committed before it is charged. */
export async function referenceOf({
  processorReference,
  ...attempt
}: repository.AttemptRow): Promise<string> {
  if (processorReference !== null) return processorReference;
  const { id: idempotencyKey, organizationId, amount, currency, processor } = attempt;
  const request = { idempotencyKey, amount, currency };
  const reference = await prepare(processorNamed(processor), request);
  await repository.update(systemScope(organizationId), idempotencyKey, {
    processorReference: reference,
  });
  return reference;
}

/** What charges of a stored method will come to in the sandbox. */
export interface Forecast {
  /** How many charges of an amount it has paid. */
  paid: number;
  charging: (paidBefore: number) => { isPaid: boolean; afterSeconds: number };
}

/**
 * What the sandbox's charges of stored methods will come to, by the content of their columns; one that
 * cannot be read is left out.
 */
export async function forecastCharges(
  paymentMethods: readonly string[],
): Promise<ReadonlyMap<string, Forecast>> {
  const references = paymentMethods.flatMap((sealed): [string, string][] => {
    try {
      return [[sealed, decrypt(sealed, PAYMENT_METHOD)]];
    } catch {
      return [];
    }
  });
  const paid = await countPaidOf(references.map(([, reference]) => digest(reference)));
  return new Map(
    references.map(([sealed, reference]) => [
      sealed,
      {
        paid: paid.get(digest(reference)) ?? 0,
        charging: (paidBefore) => forecastCharge(reference, paidBefore),
      },
    ]),
  );
}

/**
 * Stores the payment method of a buyer's token for later charges; `idempotencyKey` makes a repetition the same
 * method. Never inside a transaction. Throws 400 `PaymentError` where it is refused, and 503 where the processor
 * does not answer.
 */
export async function attachMethod(
  organization: Organization,
  { idempotencyKey, token, buyer }: { idempotencyKey: string; token: string; buyer: Buyer },
): Promise<StoredMethod> {
  const attached = await attach(processorOf(organization), { idempotencyKey, token, buyer });
  if (attached.status === 'attached') return attached.method;
  throw declined(attached.code, attached.declineCode);
}

const DECLINES: Record<string, string> = {
  insufficient_funds: 'The card has insufficient funds. Use another card.',
  expired_card: 'The card has expired. Use another card.',
  incorrect_cvc: "The card's security code is incorrect. Check it and try again.",
  processing_error: 'The payment could not be processed. Nothing was charged. Try again.',
  authentication_required: 'The bank asks for authentication. Complete it and try again.',
  no_payment_method: 'No payment method on file. Add one.',
};

/** The answer for a declined payment. */
export function declined(code: string | null, declineCode: string | null): ApiError {
  const detail =
    DECLINES[declineCode ?? ''] ??
    DECLINES[code ?? ''] ??
    'The card was declined. Use another card.';
  return new ApiError('PaymentError', detail, { fields: { code, decline_code: declineCode } });
}
