import { askOutside } from '@/lib/api/concurrency';
import { ApiError } from '@/lib/contract/errors';
import { outageOf } from '@/lib/database/connection/errors';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';

/** What may be shown of a payment method. */
export interface PaymentMethodDetails {
  type: string;
  brand: string;
  last4: string;
}

/** The reason why a payment was refused, in the words of card networks. */
export interface Declined {
  status: 'declined';
  code: string;
  declineCode: string | null;
  /** The service advises against charging the method again; see `declines.ts`. */
  isHard?: boolean;
  /** What may be shown of the method that was charged; left out where nothing is known. */
  details?: PaymentMethodDetails;
}

/**
 * Codes of what ends a payment without anybody having refused it (docs/contract/payments.md#no-declines): the service did
 * not take it, the token cannot be used, or the amount is none that it charges, or too small for that.
 */
export const FAULTS = {
  service: 'processor_unavailable',
  token: 'token_unusable',
  amount: 'amount_refused',
  small: 'amount_too_small',
} as const;

/** The code of a payment without a method that can be charged. */
export const NO_METHOD = 'no_payment_method';

/** The code of a payment that its buyer did not authenticate, or that could not be authenticated without one. */
const NOT_AUTHENTICATED = 'authentication_required';

/** Whether a code is one of {@link FAULTS}. */
export function isFault(code: string | null): boolean {
  return (Object.values(FAULTS) as (string | null)[]).includes(code);
}

/** A payment method that can be charged again. */
export interface StoredMethod {
  /** The processor's own reference; it is all that a later charge needs. Stored encrypted. */
  reference: string;
  /** What may be shown of it; null where nothing is known. */
  details: PaymentMethodDetails | null;
  /** The service's own id, by which it tells of changes; left out where it tells of none. */
  id?: string;
}

/** What a service has booked of a payment or refund on the seller's balance: minor units, in the currency of the balance. */
export interface Booked {
  /** The service's own. */
  reference: string;
  /** Before the fee; negative where it leaves the balance. */
  amount: number;
  fee: number;
  net: number;
  currency: string;
}

/** The outcome of a payment. Succeeded and declined are final. */
export type PaymentOutcome =
  | ChargeOutcome
  /** It was not confirmed, as far as the service knows: it may still be. */
  | { status: 'unknown' };

/** What the product makes of a payment that it has confirmed: one that goes no further is canceled. */
export type ChargeOutcome =
  /** The buyer has to authenticate it first, by the secret with which his browser may ask for it. */
  | { status: 'requires_action'; clientSecret: string; details?: PaymentMethodDetails }
  /**
   * `method` is what the token became; null where a stored method was charged. `paid` is what the service says it took, and
   * `booked` is left out until it is.
   */
  | {
      status: 'succeeded';
      method: StoredMethod | null;
      paid?: { amount: number; currency: string };
      booked?: Booked;
    }
  /**
   * Accepted; the payment succeeds or fails later: after so many seconds where the processor says so. `details` as of
   * {@link Declined}.
   */
  | { status: 'processing'; afterSeconds?: number; details?: PaymentMethodDetails }
  | Declined;

/** Whether an outcome may be that of a payment: one of another amount or currency is not. */
export function isOutcomeOf(
  { amount, currency }: { amount: number; currency: string },
  outcome: PaymentOutcome,
): boolean {
  const paid = outcome.status === 'succeeded' ? outcome.paid : undefined;
  return paid === undefined || (paid.amount === amount && paid.currency === currency);
}

/** What an outcome says of the payment method that was charged; undefined where it says nothing. */
export function chargedMethod(outcome: ChargeOutcome): PaymentMethodDetails | undefined {
  return outcome.status === 'succeeded' ? (outcome.method?.details ?? undefined) : outcome.details;
}

/** The outcome of a refund. Succeeded and failed are final. */
export type RefundOutcome =
  | { status: 'succeeded' }
  /** Accepted; the money is given back, or fails to be, later. */
  | { status: 'pending' }
  | { status: 'failed'; reason: string };

/** Who pays. */
export interface Buyer {
  /** A customer's id, or that of a checkout whose buyer is not known to be any customer. */
  id: string;
  email: string;
  name: string | null;
}

/** A buyer who is there, and where he comes back to from a page of his bank. */
export interface Attending {
  buyer: Buyer;
  returnUrl: string;
}

/** Who is there while a payment is made: the buyer of a token, or whose method is stored; null for nobody. */
export type Attendance = Attending | 'stored_method' | null;

/** A confirmation token, and the processor's reference to its buyer ({@link PaymentProcessor.customer}). */
export interface TokenSource {
  token: string;
  customer: string;
  returnUrl: string;
}

/** What became of storing a method. One that its buyer has to authenticate is asked for by its reference, as a payment. */
export type Attached =
  | { status: 'attached'; method: StoredMethod }
  | { status: 'requires_action'; reference: string; clientSecret: string }
  | Declined;

export interface PaymentRequest {
  /** Requests with the same key are one payment. */
  idempotencyKey: string;
  /** Minor units; 0 only sets the payment method up for later charges. */
  amount: number;
  currency: string;
  /** Who pays: a buyer, or whom a stored method belongs to. Always the same for a key. */
  payer?: { buyer: Buyer } | { reference: string };
  /** Whether the method is stored for later charges. */
  keeps?: boolean;
}

export interface ConfirmRequest {
  /** The service's own, of {@link PaymentProcessor.prepare}. */
  reference: string;
  /** As prepared. */
  amount: number;
  currency: string;
  /**
   * A token, while its buyer is there to authenticate; or the reference to a stored method, which is charged
   * off-session: for a renewal, or for a change that a seller makes. With `isAttended` its buyer is there as well.
   */
  source: TokenSource | { reference: string; isAttended?: boolean };
}

export interface RefundRequest {
  /** Requests with the same key are one refund. */
  idempotencyKey: string;
  /** The service's own reference to the payment. */
  payment: string;
  /** Minor units, at least 1. */
  amount: number;
  currency: string;
}

/** A refund, by the service's own reference; null where it never arrived. `booked` is left out until it is. */
export interface Refunded {
  reference: string | null;
  outcome: RefundOutcome;
  booked?: Booked;
}

/** A refund as the service lists it: also one that was not made by the product. */
export interface ListedRefund extends Refunded {
  reference: string;
  /** The product's key of one that it has made. */
  idempotencyKey: string | null;
  /** Minor units of the payment's currency. */
  amount: number;
}

/**
 * A payment service. Calls may be slow, may reject although they had their effect, and are repeated after
 * failures, so none is made inside a database transaction (docs/contract/checkouts.md#confirmation).
 * `testing/processor-suite.ts` tests what each has to keep.
 */
export interface PaymentProcessor {
  /** Stored with each payment and refund, so that what became of it is asked of the service that took it. */
  readonly name: string;
  /** Whether a confirmation token is one that the service knows the form of. Asks nobody. */
  accepts(token: string): boolean;
  /** The service's own customer for a buyer: the same one each time for the same id. */
  customer(buyer: Buyer): Promise<string>;
  /** Stores a token's payment method for later charges, without a charge. Once for a key. */
  attach(request: { idempotencyKey: string } & TokenSource): Promise<Attached>;
  /** The reference of the payment with a key, where the service takes the caller's; null where it makes its own. */
  referenceOf(idempotencyKey: string): string | null;
  /** Makes a payment that takes no money yet, and returns the service's own reference to it. Once for a key. */
  prepare(request: PaymentRequest): Promise<string>;
  /**
   * Takes the money of a prepared payment, once however often it is asked. Rejects when the answer is lost;
   * {@link retrieve} then tells what became of it.
   */
  confirm(request: ConfirmRequest): Promise<PaymentOutcome>;
  /** The outcome of a payment; changes nothing about one that was not confirmed. */
  retrieve(reference: string): Promise<PaymentOutcome>;
  /**
   * Gives up a payment that was not confirmed, so that it cannot succeed later: declined. One that was has the outcome
   * that it has.
   */
  cancel(reference: string): Promise<PaymentOutcome>;
  /**
   * Gives money of a payment back, never more than is left of it. Rejects when the answer is lost;
   * {@link retrieveRefund} then tells what became of it.
   */
  refund(request: RefundRequest): Promise<Refunded>;
  /**
   * The outcome of a refund: by its reference, or by its key where the answer with that was lost. One that never
   * arrived is recorded as failed.
   */
  retrieveRefund(
    refund: { reference: string } | { idempotencyKey: string; payment: string },
  ): Promise<Refunded>;
  /** What may be shown of a stored method by now; null where it can't be charged any more. Left out where none changes. */
  retrieveMethod?(id: string): Promise<PaymentMethodDetails | null>;
  /** All refunds of a payment; left out where the product alone makes them. */
  listRefunds?(payment: string): Promise<ListedRefund[]>;
}

let liveProcessor: PaymentProcessor | null = null;

/** Sets the processor of the organizations that are not sandboxes; null takes it away. */
export function registerLiveProcessor(processor: PaymentProcessor | null): void {
  liveProcessor = processor;
}

/** Whether an organization could take real money here. */
export function takesLivePayments(): boolean {
  return liveProcessor !== null;
}

/**
 * The processor that takes an organization's next payment: the sandbox, or the live one. Throws for a live organization
 * while no live processor is registered, so that test cards never pay there.
 */
export function processorOf({ isSandbox }: { isSandbox: boolean }): PaymentProcessor {
  if (isSandbox) return sandboxProcessor;
  if (!liveProcessor) throw new Error('A live organization needs a live payment processor');
  return liveProcessor;
}

/** The processor that took a payment, by the name that is stored with it. */
export function processorNamed(name: string): PaymentProcessor {
  const found = [sandboxProcessor, liveProcessor].find((processor) => processor?.name === name);
  if (!found) throw new Error(`The payment processor ${name} is not set up`);
  return found;
}

/** How long an answer of the processor is waited for in all, and how long before it is asked again, ms. */
const ANSWER_WITHIN_MS = 10_000;
const ASK_AFTER_MS = 7_000;

/**
 * Takes the money of a prepared payment, and where the answer is lost asks for it by its reference
 * (docs/contract/checkouts.md#charge). Still unknown, it is like a payment that takes its time. Where a buyer is
 * `attending` the source is his token, otherwise a stored method.
 */
export function charge(
  processor: PaymentProcessor,
  {
    held,
    attending,
    ...request
  }: Omit<ConfirmRequest, 'source'> & { held: string; attending: Attendance },
): Promise<ChargeOutcome> {
  const { reference } = request;
  const isAttended = attending !== null;
  const start = async () => {
    const source =
      attending === null || attending === 'stored_method'
        ? { reference: held, isAttended }
        : { token: held, ...(await sourceOf(processor, attending)) };
    return concluded(
      processor,
      reference,
      await processor.confirm({ ...request, source }),
      isAttended,
    );
  };
  return askOutside(async () => {
    try {
      return await within(ASK_AFTER_MS, start());
    } catch (error) {
      // The sandbox lives in the product's own database: while that is away the request has to be repeated.
      if (outageOf(error)) throw error;
      const rest = ANSWER_WITHIN_MS - ASK_AFTER_MS;
      const settled = within(rest, settle(processor, reference, isAttended));
      return settled.catch(() => ({ status: 'processing' }));
    }
  });
}

async function sourceOf(processor: PaymentProcessor, { buyer, returnUrl }: Attending) {
  return { customer: await processor.customer(buyer), returnUrl };
}

/**
 * Asks what became of a payment; rejects where there is no answer in time. One that was not confirmed is canceled, and so
 * is one that waits for an authentication, unless it `isAttended`: its buyer may still do that.
 */
export function ask(
  processor: PaymentProcessor,
  reference: string,
  { isAttended }: { isAttended: boolean },
): Promise<ChargeOutcome> {
  return askOutside(() => within(ANSWER_WITHIN_MS, settle(processor, reference, isAttended)));
}

async function settle(
  processor: PaymentProcessor,
  reference: string,
  isAttended: boolean,
): Promise<ChargeOutcome> {
  return concluded(processor, reference, await processor.retrieve(reference), isAttended);
}

/** The outcome of a payment that goes on, or else that of canceling it. */
async function concluded(
  processor: PaymentProcessor,
  reference: string,
  outcome: PaymentOutcome,
  isAttended: boolean,
): Promise<ChargeOutcome> {
  const waits = outcome.status === 'requires_action';
  const goesOn = outcome.status !== 'unknown' && !(waits && !isAttended);
  const last = goesOn ? outcome : await processor.cancel(reference);
  if (last.status === 'unknown' || (!goesOn && last.status === 'requires_action')) {
    throw new Error('The payment could not be canceled');
  }
  return waits ? unauthenticated(last) : last;
}

/** Nobody else has declined what was given up while it waited for its authentication. */
export function unauthenticated(outcome: ChargeOutcome): ChargeOutcome {
  if (outcome.status !== 'declined' || !isFault(outcome.code)) return outcome;
  return { ...outcome, code: NOT_AUTHENTICATED, declineCode: NOT_AUTHENTICATED };
}

/** Makes the payment with a key; returns its reference. Rejects where there is no answer in time. */
export function prepare(processor: PaymentProcessor, request: PaymentRequest): Promise<string> {
  return askOutside(() => within(ANSWER_WITHIN_MS, processor.prepare(request)));
}

/**
 * Gives money of a payment back, and where the answer is lost asks for it by its key. Null where there is none in
 * time: whether the refund has arrived is not known then.
 */
export function refund(
  processor: PaymentProcessor,
  request: RefundRequest,
): Promise<Refunded | null> {
  return askOutside(async () => {
    try {
      return await within(ASK_AFTER_MS, processor.refund(request));
    } catch (error) {
      if (outageOf(error)) throw error;
      const rest = ANSWER_WITHIN_MS - ASK_AFTER_MS;
      const settled = within(rest, processor.retrieveRefund(request));
      return settled.catch(() => null);
    }
  });
}

/** Asks what became of a refund; rejects where there is no answer in time. */
export function askRefund(processor: PaymentProcessor, reference: string): Promise<Refunded> {
  return askOutside(() => within(ANSWER_WITHIN_MS, processor.retrieveRefund({ reference })));
}

/**
 * Stores the payment method of a buyer's token. A lost answer is asked for once more with the same key. Throws 503
 * where there is none.
 */
export function attach(
  processor: PaymentProcessor,
  { buyer, returnUrl, ...request }: { idempotencyKey: string; token: string } & Attending,
): Promise<Attached> {
  const start = async () =>
    processor.attach({ ...request, ...(await sourceOf(processor, { buyer, returnUrl })) });
  return askOutside(async () => {
    try {
      return await within(ASK_AFTER_MS, start());
    } catch {
      return within(ANSWER_WITHIN_MS - ASK_AFTER_MS, start()).catch(() => {
        const detail = "The payment processor isn't responding. Nothing changed. Try again later.";
        throw new ApiError('ServiceUnavailable', detail, { headers: { 'Retry-After': '5' } });
      });
    }
  });
}

/** Rejects when an answer takes longer; what was asked goes on. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
