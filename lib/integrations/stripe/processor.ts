import Stripe from 'stripe';
import { EXCLUDED_METHODS } from '@/lib/contract/payment-methods';
import type { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import type {
  Attached,
  Booked,
  Buyer,
  Declined,
  ListedRefund,
  PaymentMethodDetails,
  PaymentOutcome,
  PaymentProcessor,
  PaymentRequest,
  Refunded,
  RefundOutcome,
  StoredMethod,
  TokenSource,
} from '@/lib/integrations/payments/processor';
import { FAULTS, NO_METHOD } from '@/lib/integrations/payments/processor';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { failureOf } from '@/lib/integrations/stripe/failure';
import type { Pace } from '@/lib/integrations/stripe/pace';
import { newId } from '@/lib/runtime/ids';

// Stripe as a payment processor: one attempt is one intent, which is created, then confirmed, and from then on asked for by
// its id (docs/contract/payments.md#stripe). Its reference is the intent's id; nothing is charged but by `confirm`.

/** A connection with Stripe, and what is stored of it. */
export interface StripeConnection {
  /** The stored name of the processor: `stripe:<id of the connection>`. */
  name: string;
  connectionId: string;
  organizationId: string;
  secretKey: string;
  pace?: Pace;
  /** The account's customer of a buyer; made by the function where there is none yet. Once for a buyer. */
  customerOf: (buyerId: string, make: () => Promise<string>) => Promise<string>;
  /** Forgets a customer that the account has deleted, so that the next payment of its buyer makes another one. */
  forgetCustomer: (reference: string) => Promise<void>;
  /** What ends the text of charges on card statements; null for nothing. */
  statementSuffix?: () => Promise<string | null>;
  /** Told of every call that failed for a reason that is not the call's own. */
  failed: (failure: OutsideFailure) => Promise<void>;
}

/** Between the parts of a stored method: connection, customer, payment method. */
export const SEPARATOR = '/';
/** So often is a request repeated whose key another one runs with at the moment, and how long apart, ms. */
const BUSY_TRIES = 10;
const BUSY_MS = 300;
/** What a refund is found by in its metadata, and a payment's mark that one never arrived. */
const REFUND_ID = 'refund_id';
const CLOSED = 'closed';
/** What of a charge or refund is read along: what it came to on the balance. */
const BOOKED = ['balance_transaction'];

/** Advice after which a repetition is pointless. */
const POINTLESS: ReadonlySet<string> = new Set(['do_not_try_again', 'confirm_card_data']);

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Whether a stored name is that of a connection with Stripe; its id. */
export function connectionIn(processor: string): string | null {
  return /^stripe:(.+)$/.exec(processor)?.[1] ?? null;
}

export function stripeName(connectionId: string): string {
  return `stripe:${connectionId}`;
}

/** Stripe's own id in a reference to a stored method; null for another processor's. */
export function storedMethodId(reference: string): string | null {
  return reference.split(SEPARATOR)[2] ?? null;
}

/** The account's tokens and test methods; those of the sandbox are no one's here. */
export function isStripeToken(token: string): boolean {
  return /^(?:ctoken|pm)_\w+$/.test(token) && !token.startsWith('pm_sandbox_');
}

export function stripeProcessor(connection: StripeConnection): PaymentProcessor {
  const { connectionId, organizationId } = connection;
  const stripe = stripeClient(connection.secretKey, connection.pace);

  /** The answer of a call. Rejects with what Stripe answered; a failure of the connection is reported first. */
  async function called<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (error) {
        if (isBusy(error) && tries < BUSY_TRIES) {
          await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
          continue;
        }
        await report(error);
        throw error;
      }
    }
  }

  async function report(error: unknown): Promise<void> {
    const isOwn = !(error instanceof Stripe.errors.StripeError) || isLocked(error);
    if (isOwn) return;
    const failure = failureOf(error);
    if (['unauthorized', 'refused', 'limited', 'unavailable'].includes(failure.kind)) {
      await connection.failed(failure);
    }
  }

  /** Once for a key: by another one a failure that Stripe keeps with its key blocks nobody. */
  const customer = (buyer: Buyer, key: string = newId()) =>
    connection.customerOf(buyer.id, async () => {
      const { id } = await called(() =>
        stripe.customers.create(
          {
            ...(buyer.email !== '' && { email: buyer.email }),
            ...(buyer.name && { name: buyer.name }),
            metadata: { organization_id: organizationId, buyer_id: buyer.id },
          },
          { idempotencyKey: `${key}:customer` },
        ),
      );
      return id;
    });

  async function customerOf({ payer, idempotencyKey }: PaymentRequest): Promise<string | null> {
    if (!payer) return null;
    if ('buyer' in payer) return customer(payer.buyer, idempotencyKey);
    return storedIn(payer.reference)?.customer ?? null;
  }

  /** The parts of a stored method; null for one of another connection, or of the sandbox. */
  function storedIn(reference: string): { customer: string; method: string } | null {
    const [of, owner, method] = reference.split(SEPARATOR);
    return of === connectionId && owner && method ? { customer: owner, method } : null;
  }

  /** A stored method, as a rule without its buyer; null for one of another connection, or of the sandbox. */
  function storedBy({ reference, isAttended }: { reference: string; isAttended?: boolean }) {
    const stored = storedIn(reference);
    if (!stored) return null;
    const presence = isAttended ? { use_stripe_sdk: true } : { off_session: true };
    return { payment_method: stored.method, ...presence };
  }

  async function prepare(request: PaymentRequest): Promise<string> {
    const { idempotencyKey, payer } = request;
    const isStored = payer !== undefined && 'reference' in payer;
    const owner = await customerOf(request);
    try {
      return await createIntent(request, owner, `${idempotencyKey}:create`);
    } catch (error) {
      if (!isCustomerGone(error) || owner === null) throw faultIn(error, { isStored }) ?? error;
      await connection.forgetCustomer(owner);
      if (!payer || isStored) throw new Fault(NO_METHOD, error.message);
      return createIntent(request, await customer(payer.buyer), `${idempotencyKey}:create_again`);
    }
  }

  async function createIntent(
    { idempotencyKey: attemptId, amount, currency, keeps, payer }: PaymentRequest,
    owner: string | null,
    idempotencyKey: string,
  ): Promise<string> {
    const isStored = payer !== undefined && 'reference' in payer;
    const suffix = amount === 0 ? null : await connection.statementSuffix?.();
    const params = {
      ...(owner !== null && { customer: owner }),
      metadata: { attempt_id: attemptId, organization_id: organizationId },
      ...methodsOf({ isAttended: !isStored }),
    };
    const options = { idempotencyKey };
    const { id } = await called<Intent>(() =>
      amount === 0
        ? stripe.setupIntents.create({ ...params, usage: 'off_session' }, options)
        : stripe.paymentIntents.create(
            {
              ...params,
              amount,
              currency,
              ...(suffix && { statement_descriptor_suffix: suffix }),
              ...(keeps && !isStored && { setup_future_usage: 'off_session' }),
            },
            options,
          ),
    );
    return id;
  }

  const isSetup = (reference: string) => reference.startsWith('seti_');
  const setupExpand = ['payment_method', 'latest_attempt'];
  const expand = ['payment_method', 'latest_charge.balance_transaction'];

  const read = (reference: string) =>
    called<Intent>(() =>
      isSetup(reference)
        ? stripe.setupIntents.retrieve(reference, { expand: setupExpand })
        : stripe.paymentIntents.retrieve(reference, { expand }),
    );

  async function retrieve(reference: string): Promise<PaymentOutcome> {
    return outcomeOf(await read(reference));
  }

  /** Cancels an intent; one that is through already has the outcome that it has. */
  async function cancel(reference: string): Promise<PaymentOutcome> {
    // It is the same however often it is done: a failure that Stripe keeps with a key would be all that is ever answered.
    const options = { idempotencyKey: newId() };
    try {
      const canceled = await called<Intent>(() =>
        isSetup(reference)
          ? stripe.setupIntents.cancel(reference, {}, options)
          : stripe.paymentIntents.cancel(reference, {}, options),
      );
      return outcomeOf(canceled);
    } catch (error) {
      if (isRefusal(error, 400)) return retrieve(reference);
      throw error;
    }
  }

  /** What an intent comes to; a refused method leaves it open for another one, which the product does not use. */
  async function concluded(intent: Intent): Promise<PaymentOutcome> {
    const outcome = outcomeOf(intent);
    if (outcome.status !== 'declined' || intent.status === 'canceled') return outcome;
    const last = await cancel(intent.id);
    // What was canceled says why it was refused before; else it was paid meanwhile.
    return last.status === 'declined' ? outcome : last;
  }

  function outcomeOf(intent: Intent): PaymentOutcome {
    const method = storedOf(intent);
    const problem =
      intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
    switch (intent.status) {
      case 'succeeded':
        if (intent.object === 'setup_intent') return { status: 'succeeded', method };
        return {
          status: 'succeeded',
          method,
          paid: { amount: intent.amount_received, currency: intent.currency },
          ...bookedOf(intent.latest_charge),
        };
      case 'processing':
        return { status: 'processing', ...(method?.details && { details: method.details }) };
      case 'requires_action':
        return {
          status: 'requires_action',
          clientSecret: intent.client_secret ?? '',
          ...(method?.details && { details: method.details }),
        };
      case 'requires_payment_method':
      case 'canceled':
        if (problem) return declineOf(problem, intent);
        return intent.status === 'canceled' ? givenUp() : { status: 'unknown' };
      default:
        return { status: 'unknown' };
    }
  }

  function storedOf(intent: Intent): StoredMethod | null {
    const { customer: owner, payment_method: method } = intent;
    if (method === null || typeof method === 'string') return null;
    const { id, details } = madeBy(intent) ?? { id: method.id, details: detailsOf(method) };
    const parts = [connectionId, idOf(owner) ?? '', id];
    return { reference: parts.join(SEPARATOR), details, id };
  }

  async function confirm({
    reference,
    source,
  }: Parameters<PaymentProcessor['confirm']>[0]): Promise<PaymentOutcome> {
    const by = 'token' in source ? attendedBy(source) : storedBy(source);
    if (!by) {
      await cancel(reference);
      return { status: 'declined', code: NO_METHOD, declineCode: null };
    }
    const options = { idempotencyKey: `${reference}:confirm` };
    try {
      const intent = await called<Intent>(() =>
        isSetup(reference)
          ? stripe.setupIntents.confirm(reference, { ...by, expand: setupExpand }, options)
          : stripe.paymentIntents.confirm(reference, { ...by, expand }, options),
      );
      return await concluded(intent);
    } catch (error) {
      // A key with other parameters was confirmed before; a state that does not fit is told by the intent itself.
      const isDecided = isRefusal(error, 402) || isRepeated(error) || isUnfit(error);
      if (isDecided) return concluded(await read(reference));
      const fault = faultIn(error, { isStored: !('token' in source) });
      if (!fault) throw error;
      const last = await cancel(reference);
      return last.status === 'declined' ? { ...givenUp(), code: fault.code } : last;
    }
  }

  async function attach({
    idempotencyKey,
    ...source
  }: Parameters<PaymentProcessor['attach']>[0]): Promise<Attached> {
    const { customer: owner } = source;
    const make = () =>
      stripe.setupIntents.create(
        {
          customer: owner,
          usage: 'off_session',
          ...methodsOf({ isAttended: true }),
          metadata: { organization_id: organizationId },
        },
        { idempotencyKey: `${idempotencyKey}:${owner}:create` },
      );
    const { id: reference } = await called(make).catch(async (error) => {
      // It is asked once more, with the customer that is made then.
      if (isCustomerGone(error)) await connection.forgetCustomer(owner);
      throw error;
    });
    const outcome = await confirm({ reference, amount: 0, currency: '', source });
    switch (outcome.status) {
      case 'succeeded':
        if (outcome.method) return { status: 'attached', method: outcome.method };
        break;
      case 'requires_action':
        return { status: 'requires_action', reference, clientSecret: outcome.clientSecret };
      case 'declined':
        return outcome;
    }
    await cancel(reference);
    return givenUp();
  }

  async function retrieveMethod(id: string): Promise<PaymentMethodDetails | null> {
    try {
      const method = await called(() => stripe.paymentMethods.retrieve(id));
      return method.customer === null ? null : detailsOf(method);
    } catch (error) {
      if (isRefusal(error, 404)) return null;
      throw error;
    }
  }

  async function refund({
    idempotencyKey,
    payment,
    amount,
    currency,
  }: Parameters<PaymentProcessor['refund']>[0]): Promise<Refunded> {
    const paid = await paymentOf(payment);
    const isPaid = paid?.status === 'succeeded' && paid.currency === currency;
    if (!isPaid || paid.metadata[idempotencyKey] === CLOSED) return failed('charge_not_refundable');
    try {
      const made = await called(() =>
        stripe.refunds.create(
          {
            payment_intent: payment,
            amount,
            metadata: { [REFUND_ID]: idempotencyKey, organization_id: organizationId },
            expand: BOOKED,
          },
          { idempotencyKey: `${idempotencyKey}:refund` },
        ),
      );
      return refundedOf(made);
    } catch (error) {
      if (isRefusal(error, 400)) return failed(error.code ?? 'amount_too_large');
      throw error;
    }
  }

  /** The payment with a reference; null where the account has none, or nothing was to be paid. */
  async function paymentOf(reference: string): Promise<Stripe.PaymentIntent | null> {
    if (!reference.startsWith('pi_')) return null;
    try {
      return await called(() => stripe.paymentIntents.retrieve(reference));
    } catch (error) {
      if (isRefusal(error, 404)) return null;
      throw error;
    }
  }

  async function retrieveRefund(
    asked: Parameters<PaymentProcessor['retrieveRefund']>[0],
  ): Promise<Refunded> {
    if ('reference' in asked) {
      const { reference } = asked;
      return refundedOf(await called(() => stripe.refunds.retrieve(reference, { expand: BOOKED })));
    }
    const { idempotencyKey, payment } = asked;
    if (!(await paymentOf(payment))) return failed('charge_not_refundable');
    const find = async () =>
      (await listRefunds(payment)).find((refund) => refund.idempotencyKey === idempotencyKey);
    const found = await find();
    if (found) return found;
    // From here on it is refused; one that arrived just before is there now.
    await called(() =>
      stripe.paymentIntents.update(
        payment,
        { metadata: { [idempotencyKey]: CLOSED } },
        { idempotencyKey: `${idempotencyKey}:close` },
      ),
    );
    return (await find()) ?? failed('never_arrived');
  }

  async function listRefunds(payment: string): Promise<ListedRefund[]> {
    const expand = [`data.${BOOKED}`];
    const list = () => stripe.refunds.list({ payment_intent: payment, limit: 100, expand });
    const { data } = await called(list);
    return data.map((refund) => ({
      ...refundedOf(refund),
      reference: refund.id,
      idempotencyKey: refund.metadata?.[REFUND_ID] ?? null,
      amount: refund.amount,
    }));
  }

  return {
    name: connection.name,
    accepts: isStripeToken,
    customer,
    attach,
    referenceOf: () => null,
    prepare,
    confirm,
    retrieve: async (reference) => concluded(await read(reference)),
    cancel,
    refund,
    retrieveRefund,
    listRefunds,
    retrieveMethod,
  };
}

/** Which methods an intent takes: those of the account, and none that leaves the page where nobody is at it. */
function methodsOf({ isAttended }: { isAttended: boolean }) {
  const allow_redirects = isAttended ? ('always' as const) : ('never' as const);
  return {
    automatic_payment_methods: { enabled: true, allow_redirects },
    excluded_payment_method_types: [...EXCLUDED_METHODS],
  };
}

/** The page goes on in place where it can, and else by a page of the bank that comes back. */
function attendedBy({ token, returnUrl }: TokenSource) {
  return {
    ...(token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token }),
    return_url: returnUrl,
    use_stripe_sdk: true,
  };
}

function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

type Answered = Stripe.errors.StripeError & { statusCode: number };

function isRefusal(error: unknown, status: number): error is Answered {
  return error instanceof Stripe.errors.StripeError && error.statusCode === status;
}

/** Another request with the same key runs at the moment. */
function isBusy(error: unknown): boolean {
  return isRefusal(error, 409);
}

/** The object is held by another request: it says nothing of the connection. */
function isLocked(error: Stripe.errors.StripeError): boolean {
  return error.code === 'lock_timeout';
}

/** The key was used with other parameters. */
function isRepeated(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** The intent's own state does not fit; that of a method is a fault of the method. */
function isUnfit(error: unknown): boolean {
  return (
    isRefusal(error, 400) && /^(?:payment|setup)_intent_unexpected_state$/.test(error.code ?? '')
  );
}

/** The customer of a request is none of the account any more. */
function isCustomerGone(error: unknown): error is Answered {
  const isMissing = isRefusal(error, 400) || isRefusal(error, 404);
  return isMissing && error.code === 'resource_missing' && error.param === 'customer';
}

/**
 * What is wrong with what was asked, rather than with the connection; null for anything else. A method that `isStored` and
 * cannot be charged any more is like one that is not there.
 */
function faultIn(error: unknown, { isStored }: { isStored: boolean }): Fault | null {
  if (!isRefusal(error, 400) && !isRefusal(error, 404)) return null;
  if (isRepeated(error)) return null;
  const { code, param, message } = error;
  if (code === 'amount_too_small') return new Fault(FAULTS.small, message);
  if (code === 'amount_too_large') return new Fault(FAULTS.amount, message);
  const isToken =
    /confirmation_token|^payment_method_/.test(code ?? '') ||
    /^(?:payment_method|confirmation_token|setup_future_usage)/.test(param ?? '') ||
    code === 'resource_missing';
  return isToken ? new Fault(isStored ? NO_METHOD : FAULTS.token, message) : null;
}

/** A payment that was refused for what it was asked with, before anything was charged. */
export class Fault extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'Fault';
  }
}

function givenUp(): Declined {
  return { status: 'declined', code: FAULTS.service, declineCode: null };
}

function declineOf(
  problem: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError,
  intent: Intent,
): Declined {
  const { code, decline_code, payment_method, advice_code } = problem;
  const details = payment_method && detailsOf(payment_method);
  const charge = intent.object === 'payment_intent' ? intent.latest_charge : null;
  const reason = charge && typeof charge !== 'string' ? charge.outcome?.reason : null;
  const isAdvised = POINTLESS.has(advice_code ?? '') || reason === 'highest_risk_level';
  return {
    status: 'declined',
    code: code ?? 'card_declined',
    declineCode: decline_code ?? null,
    ...(isAdvised && { isHard: true }),
    ...(details && { details }),
  };
}

/**
 * The SEPA debit that a payment by iDEAL or Bancontact has made, which is what can be charged again; null where it has made
 * none.
 */
function madeBy(intent: Intent): { id: string; details: PaymentMethodDetails } | null {
  const last = intent.object === 'payment_intent' ? intent.latest_charge : intent.latest_attempt;
  const how = last && typeof last !== 'string' ? last.payment_method_details : null;
  const { generated_sepa_debit: made, iban_last4: last4 } = how?.ideal ?? how?.bancontact ?? {};
  const id = idOf(made ?? null);
  return id === null
    ? null
    : { id, details: { type: 'sepa_debit', brand: 'SEPA', last4: last4 ?? '' } };
}

/** What may be shown of a method; null where Stripe says nothing of it. */
export function detailsOf(method: Stripe.PaymentMethod): PaymentMethodDetails | null {
  const { type, card, sepa_debit, us_bank_account } = method;
  if (card) return { type, brand: card.brand, last4: card.last4 };
  if (sepa_debit) return { type, brand: 'SEPA', last4: sepa_debit.last4 ?? '' };
  if (us_bank_account) {
    const { bank_name: brand, last4 } = us_bank_account;
    return { type, brand: brand ?? 'Bank', last4: last4 ?? '' };
  }
  return null;
}

/** What a charge or refund came to; nothing where that is not booked yet, or was not read. */
function bookedOf(
  of: { balance_transaction: string | Stripe.BalanceTransaction | null } | string | null,
): { booked?: Booked } {
  const entry = typeof of === 'string' ? null : of?.balance_transaction;
  if (!entry || typeof entry === 'string') return {};
  const { id: reference, amount, fee, net, currency } = entry;
  return { booked: { reference, amount, fee, net, currency } };
}

function failed(reason: string): Refunded {
  return { reference: null, outcome: { status: 'failed', reason } };
}

function refundedOf(refund: Stripe.Refund): Refunded {
  const outcome = refundOutcome(refund.status, refund.failure_reason);
  return { reference: refund.id, outcome, ...bookedOf(refund) };
}

function refundOutcome(status: string | null, reason: string | undefined): RefundOutcome {
  if (status === 'succeeded') return { status };
  if (status === 'failed' || status === 'canceled') {
    return { status: 'failed', reason: reason ?? status };
  }
  return { status: 'pending' };
}
