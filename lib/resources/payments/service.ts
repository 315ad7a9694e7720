import { counted, listAndExport } from '@/lib/api/list';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { outageOf } from '@/lib/database/connection/errors';
import { Interrupted, RETRY_FIRST_MS } from '@/lib/database/connection/interrupted';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import {
  type Attached,
  type Attendance,
  type Attending,
  ask,
  attach,
  type Booked,
  type ChargeOutcome,
  charge,
  chargedMethod,
  type Declined,
  FAULTS,
  isOutcomeOf,
  type PaymentOutcome,
  type PaymentProcessor,
  type PaymentRequest,
  prepare,
  processorNamed as registeredProcessor,
  type StoredMethod,
  unauthenticated,
} from '@/lib/integrations/payments/processor';
import { forecastCharge } from '@/lib/integrations/payments/sandbox';
import { countPaidOf } from '@/lib/integrations/payments/sandbox-ledger';
import { connectionIn, Fault, storedMethodId } from '@/lib/integrations/stripe/processor';
import { record } from '@/lib/resources/events/service';
import {
  processorNamed as findProcessorNamed,
  modesOf,
  processorFor,
} from '@/lib/resources/payment-connections/service';
import * as repository from '@/lib/resources/payments/repository';
import { PaymentStatus } from '@/lib/resources/payments/schema';
import {
  type PaymentRow,
  serializeCustomerPayment,
  serializePayment,
} from '@/lib/resources/payments/serialize';
import type { MethodSetup } from '@/lib/resources/subscriptions/rules';
import { newId } from '@/lib/runtime/ids';
import { sealIntentSecret } from '@/lib/runtime/intent-secrets';
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
  findLast: repository.findLast,
  findWaitingFor: repository.findWaitingFor,
  findAllOpen: repository.findAllOpen,
  hasPendingUpgrade: repository.hasPendingUpgrade,
  findOfRequest: repository.findAttemptOfRequest,
  create: repository.create,
  update: repository.update,
};

/** An attempt of any organization, by its id or the processor's reference, and the time of that organization. */
export const findAttempt = repository.findOfAll;

export { processorFor } from '@/lib/resources/payment-connections/service';

/** The processor that took a payment, by the name that is stored with it. */
export async function processorNamed(name: string): Promise<PaymentProcessor> {
  return (await findProcessorNamed(name)) ?? registeredProcessor(name);
}

/** The columns that say who takes the money of a new attempt, decided once (docs/decisions/processors.md). */
export function takenBy({ name, referenceOf }: PaymentProcessor, id: string) {
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
  const mode = (await modesOf(scope, [attempt.processor])).get(attempt.processor) ?? null;
  await record(scope, {
    id,
    kind: 'payment.failed',
    organizationId: attempt.organizationId,
    customerId: 'customerId' in of ? of.customerId : (checkout?.customerId ?? null),
    snapshot: serializePayment({ ...attempt, checkout, orders: [], balance: null, mode }),
  });
}

/** How long a buyer has to authenticate a payment (docs/contract/payments.md#authentication). */
const AUTHENTICATED_WITHIN_MS = 60 * 60_000;

/** The columns of an attempt that waits: for its buyer, or for an outcome that takes its time. */
export function waitingColumns(
  outcome: Extract<ChargeOutcome, { status: 'requires_action' | 'processing' }>,
  now: Date,
) {
  const charged = chargedColumns(outcome);
  if (outcome.status === 'processing') {
    const { status, afterSeconds } = outcome;
    const expectedAt = afterSeconds === undefined ? null : at(now, afterSeconds * 1000);
    return { status, expectedAt, intentSecret: null, ...charged };
  }
  const { status, clientSecret } = outcome;
  return {
    status,
    expectedAt: at(now, AUTHENTICATED_WITHIN_MS),
    intentSecret: sealIntentSecret(clientSecret),
    ...charged,
  };
}

function at(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

export const { findOrderId, findUnbooked, isBooked } = repository;

/**
 * Enters what a paid attempt came to on the seller's balance, in the caller's transaction, once: its figures are of the day
 * on which it was settled (docs/contract/payments.md#fees).
 */
export async function bookPayment(
  scope: Scope,
  { id: attemptId, organizationId, settledAt }: repository.AttemptRow,
  outcome: PaymentOutcome,
): Promise<void> {
  if (outcome.status !== 'succeeded' || !outcome.booked) return;
  const orderId = await repository.findOrderId(scope, attemptId);
  if (orderId === null || settledAt === null) return;
  const of = { organizationId, orderId, attemptId, at: settledAt };
  await repository.book(scope, of, outcome.booked);
}

/** The same for a refund that has succeeded. */
export async function bookRefund(
  scope: Scope,
  {
    organizationId,
    orderId,
    settledAt,
  }: { organizationId: string; orderId: string; settledAt: Date | null },
  booked: Booked | undefined,
): Promise<void> {
  if (!booked || settledAt === null) return;
  await repository.book(scope, { organizationId, orderId, attemptId: null, at: settledAt }, booked);
}

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

export const { claimWaiting, hasOpenAttempts } = repository;

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

type Organization = Parameters<typeof processorFor>[1];

/** Encrypts a confirmation token, or the reference to a payment method, for its column. */
export function seal(tokenOrReference: string): string {
  return encrypt(tokenOrReference, PAYMENT_METHOD);
}

/** The columns by which a subscription keeps a payment method of a processor. */
export function methodColumns(method: StoredMethod | null, processor: string | null) {
  const id = method?.id;
  return {
    paymentMethod: method && seal(method.reference),
    paymentMethodDetails: method?.details ?? null,
    paymentConnectionId: method && processor !== null ? connectionIn(processor) : null,
    paymentMethodDigest: id && processor !== null ? methodDigest(processor, id) : null,
  };
}

/** Stripe's own id of a stored method, of its column; null where another processor stores it. */
export function methodIdIn(sealed: string): string | null {
  return storedMethodId(decrypt(sealed, PAYMENT_METHOD));
}

/** By which the subscriptions of a stored method are found, by the processor's name and its own id of it. */
export function methodDigest(processor: string, id: string): string {
  return digest(`${processor}/${id}`);
}

/** What an outcome says of the method that was charged, for its attempt; one that says nothing changes nothing. */
export function chargedColumns(outcome: ChargeOutcome) {
  return { paymentMethodDetails: chargedMethod(outcome) };
}

/**
 * Asks the processor for the money of an attempt. Where a buyer is `attending` the attempt holds his token, otherwise
 * the reference to a stored method. One that the processor does not begin with is given up. Never inside a transaction.
 */
export async function chargeAttempt(
  attempt: repository.AttemptRow,
  attending: Attendance = null,
): Promise<ChargeOutcome> {
  const processor = await processorNamed(attempt.processor);
  const held = decrypt(attempt.paymentMethod ?? '', PAYMENT_METHOD);
  const hasToken = attending !== null && attending !== 'stored_method';
  const payer = hasToken ? { buyer: attending.buyer } : { reference: held };
  let reference: string;
  try {
    reference = await preparedReference(processor, attempt, payer);
  } catch (error) {
    if (outageOf(error)) throw error;
    return giveUp(processor, attempt, error instanceof Fault ? error.code : FAULTS.service);
  }
  if (reference === NEVER) return neverBegun();
  const { amount, currency } = attempt;
  return ofAttempt(
    attempt,
    await charge(processor, { reference, amount, currency, held, attending }),
  );
}

/** An outcome of an attempt. Throws where it is that of another amount, which settles nothing. */
function ofAttempt(attempt: repository.AttemptRow, outcome: ChargeOutcome): ChargeOutcome {
  if (!isOutcomeOf(attempt, outcome)) throw new Error('The processor took another amount');
  return outcome;
}

/**
 * What an outcome means for an attempt as it is by now: one that its buyer had to authenticate, and that was given up by
 * whomever, was not authenticated (docs/contract/payments.md#authentication).
 */
export function outcomeFor(
  { status }: Pick<repository.AttemptRow, 'status'>,
  outcome: ChargeOutcome,
): ChargeOutcome {
  return status === 'requires_action' ? unauthenticated(outcome) : outcome;
}

/**
 * What became of an attempt at its processor; rejects where that does not answer. One whose buyer had time enough to
 * authenticate it by `now` is given up. Never inside a transaction.
 */
export async function askAttempt(
  attempt: repository.AttemptRow,
  now: Date,
): Promise<ChargeOutcome> {
  const processor = await processorNamed(attempt.processor);
  const reference = attempt.processorReference ?? processor.referenceOf(attempt.id);
  if (reference === null) return giveUp(processor, attempt, FAULTS.service);
  if (reference === NEVER) return neverBegun();
  const { checkoutId, status, expectedAt } = attempt;
  const hasBuyer = checkoutId !== null || status === 'requires_action';
  const isOver = status === 'requires_action' && expectedAt !== null && expectedAt <= now;
  return ofAttempt(attempt, await ask(processor, reference, { isAttended: hasBuyer && !isOver }));
}

/**
 * What became of a payment method that its buyer has to authenticate by `expiresAt`; rejects where the processor does not
 * answer. Never inside a transaction.
 */
export async function askSetup(
  { processor, reference, expires_at }: MethodSetup,
  now: Date,
): Promise<ChargeOutcome> {
  const isAttended = new Date(expires_at) > now;
  return ask(await processorNamed(processor), reference, { isAttended });
}

/** A payment method that waits for its buyer, for the column of its subscription. */
export function methodSetup(
  processor: string,
  { reference, clientSecret }: { reference: string; clientSecret: string },
  now: Date,
): MethodSetup {
  return {
    processor,
    reference,
    secret: sealIntentSecret(clientSecret),
    expires_at: at(now, AUTHENTICATED_WITHIN_MS).toISOString(),
  };
}

/** In the place of a reference: the attempt was given up before it had one, and none is confirmed any more. */
const NEVER = 'never';

const neverBegun = (code: string = FAULTS.service): ChargeOutcome => ({
  status: 'declined',
  code,
  declineCode: null,
});

/**
 * Ends an attempt that has no reference, so that nothing is charged for it: what was made at the processor without its
 * reference being kept is never confirmed. One that has got a reference meanwhile has the outcome that it has there.
 */
async function giveUp(
  processor: PaymentProcessor,
  { id, organizationId }: repository.AttemptRow,
  code: string,
): Promise<ChargeOutcome> {
  const reference = await repository.keepReference(systemScope(organizationId), id, NEVER);
  return reference === NEVER ? neverBegun(code) : ask(processor, reference, { isAttended: false });
}

/** The processor's reference to an attempt, committed before it is charged; {@link NEVER} for one that was given up. */
async function preparedReference(
  processor: PaymentProcessor,
  { processorReference, ...attempt }: repository.AttemptRow,
  payer: NonNullable<PaymentRequest['payer']>,
): Promise<string> {
  if (processorReference !== null) return processorReference;
  const { id: idempotencyKey, organizationId, amount, currency, keepsMethod } = attempt;
  const request = { idempotencyKey, amount, currency, payer, keeps: keepsMethod ?? true };
  const reference = await prepare(processor, request);
  return repository.keepReference(systemScope(organizationId), idempotencyKey, reference);
}

/** The processor's reference to an attempt that was charged. */
export async function referenceOf({
  id,
  processor,
  processorReference,
}: repository.AttemptRow): Promise<string> {
  const reference = processorReference ?? (await processorNamed(processor)).referenceOf(id);
  if (reference === null) throw new Error('The payment has no reference');
  return reference;
}

/** What charges of a stored method will come to in the sandbox. */
export interface Forecast {
  /** How many charges of an amount it has paid. */
  paid: number;
  charging: (paidBefore: number) => ReturnType<typeof forecastCharge>;
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
 * method. Returns the columns of the subscription that it is for. Never inside a transaction. Throws 400 `PaymentError` where it is refused, and 503 where the processor
 * does not answer.
 */
export async function attachMethod(
  scope: Scope,
  organization: Organization,
  request: { idempotencyKey: string; token: string } & Attending,
): Promise<Exclude<Attached, Declined> & { processor: string }> {
  const processor = await processorFor(scope, organization);
  const attached = await attach(processor, request);
  if (attached.status === 'declined') throw declined(attached.code, attached.declineCode);
  return { ...attached, processor: processor.name };
}

const NOT_CONFIRMED = "Your bank couldn't confirm that it's you. Try again, or use another card.";

const DECLINES: Record<string, string> = {
  insufficient_funds: 'The card has insufficient funds. Use another card.',
  expired_card: 'The card has expired. Use another card.',
  incorrect_cvc: "The card's security code is incorrect. Check it and try again.",
  processing_error: 'The payment could not be processed. Nothing was charged. Try again.',
  authentication_required: 'The bank asks for authentication. Complete it and try again.',
  payment_intent_authentication_failure: NOT_CONFIRMED,
  setup_intent_authentication_failure: NOT_CONFIRMED,
  no_payment_method: 'No payment method on file. Add one.',
};

export { isFault, takesLivePayments } from '@/lib/integrations/payments/processor';

/**
 * The answer for a payment that was declined, or ended without anybody having declined it. `amountAt` is the field that the
 * amount comes from.
 */
export function declined(
  code: string | null,
  declineCode: string | null,
  amountAt = 'product_price_id',
): ApiError {
  switch (code) {
    case FAULTS.service: {
      const detail = "Payments aren't available right now. Nothing was charged. Try again later.";
      return new ApiError('ServiceUnavailable', detail, { headers: { 'Retry-After': '5' } });
    }
    case FAULTS.token:
      return invalid(bodyProblem('confirmation_token_id', 'Enter the payment method again.'));
    case FAULTS.amount:
      return invalid(bodyProblem(amountAt, 'The payment service does not charge this amount.'));
    case FAULTS.small:
      return invalid(bodyProblem(amountAt, 'This amount is too small to be charged.'));
  }
  const detail =
    DECLINES[declineCode ?? ''] ??
    DECLINES[code ?? ''] ??
    'The card was declined. Use another card.';
  return new ApiError('PaymentError', detail, { fields: { code, decline_code: declineCode } });
}
