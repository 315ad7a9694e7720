import Stripe from 'stripe';
import type { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import type {
  Buyer,
  Declined,
  PaymentMethodDetails,
  PaymentOutcome,
  PaymentProcessor,
  PaymentRequest,
  Refunded,
  RefundOutcome,
  StoredMethod,
} from '@/lib/integrations/payments/processor';
import { FAULTS } from '@/lib/integrations/payments/processor';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { failureOf } from '@/lib/integrations/stripe/failure';
import type { Pace } from '@/lib/integrations/stripe/pace';

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

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Whether a stored name is that of a connection with Stripe; its id. */
export function connectionIn(processor: string): string | null {
  return /^stripe:(.+)$/.exec(processor)?.[1] ?? null;
}

export function stripeName(connectionId: string): string {
  return `stripe:${connectionId}`;
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

  const customer = (buyer: Buyer) =>
    connection.customerOf(buyer.id, async () => {
      const { id } = await called(() =>
        stripe.customers.create(
          {
            ...(buyer.email !== '' && { email: buyer.email }),
            ...(buyer.name && { name: buyer.name }),
            metadata: { organization_id: organizationId, buyer_id: buyer.id },
          },
          { idempotencyKey: `${connectionId}:${buyer.id}:customer` },
        ),
      );
      return id;
    });

  async function customerOf({ payer }: PaymentRequest): Promise<string | null> {
    if (!payer) return null;
    if ('buyer' in payer) return customer(payer.buyer);
    return storedIn(payer.reference)?.customer ?? null;
  }

  /** The parts of a stored method; null for one of another connection, or of the sandbox. */
  function storedIn(reference: string): { customer: string; method: string } | null {
    const [of, owner, method] = reference.split(SEPARATOR);
    return of === connectionId && owner && method ? { customer: owner, method } : null;
  }

  async function prepare(request: PaymentRequest): Promise<string> {
    const { idempotencyKey, amount, currency, keeps } = request;
    const owner = await customerOf(request);
    const params = {
      ...(owner !== null && { customer: owner }),
      metadata: { attempt_id: idempotencyKey, organization_id: organizationId },
      // Until there is a page to come back to, no method is offered that leaves this one.
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
    };
    const options = { idempotencyKey: `${idempotencyKey}:create` };
    const isStored = request.payer !== undefined && 'reference' in request.payer;
    try {
      const { id } = await called<Intent>(() =>
        amount === 0
          ? stripe.setupIntents.create({ ...params, usage: 'off_session' }, options)
          : stripe.paymentIntents.create(
              {
                ...params,
                amount,
                currency,
                ...(keeps && !isStored && { setup_future_usage: 'off_session' }),
              },
              options,
            ),
      );
      return id;
    } catch (error) {
      throw faultIn(error) ?? error;
    }
  }

  const isSetup = (reference: string) => reference.startsWith('seti_');
  const expand = ['payment_method'];

  const read = (reference: string) =>
    called<Intent>(() =>
      isSetup(reference)
        ? stripe.setupIntents.retrieve(reference, { expand })
        : stripe.paymentIntents.retrieve(reference, { expand }),
    );

  async function retrieve(reference: string): Promise<PaymentOutcome> {
    return outcomeOf(await read(reference));
  }

  /** Cancels an intent; one that is through already has the outcome that it has. */
  async function cancel(reference: string): Promise<PaymentOutcome> {
    const options = { idempotencyKey: `${reference}:cancel` };
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
        };
      case 'processing':
        return { status: 'processing', ...(method?.details && { details: method.details }) };
      case 'requires_action':
        return { status: 'requires_action' };
      case 'requires_payment_method':
      case 'canceled':
        if (problem) return declineOf(problem);
        return intent.status === 'canceled' ? givenUp() : { status: 'unknown' };
      default:
        return { status: 'unknown' };
    }
  }

  function storedOf({ customer: owner, payment_method: method }: Intent): StoredMethod | null {
    if (method === null || typeof method === 'string') return null;
    const parts = [connectionId, idOf(owner) ?? '', method.id];
    return { reference: parts.join(SEPARATOR), details: detailsOf(method) };
  }

  async function confirm({
    reference,
    source,
  }: Parameters<PaymentProcessor['confirm']>[0]): Promise<PaymentOutcome> {
    const stored = 'reference' in source ? storedIn(source.reference) : null;
    if ('reference' in source && !stored) {
      await cancel(reference);
      return { status: 'declined', code: 'no_payment_method', declineCode: null };
    }
    const by = stored ? { payment_method: stored.method } : tokenIn(source);
    const options = { idempotencyKey: `${reference}:confirm` };
    try {
      const intent = await called<Intent>(() =>
        isSetup(reference)
          ? stripe.setupIntents.confirm(reference, { ...by, expand }, options)
          : stripe.paymentIntents.confirm(
              reference,
              { ...by, ...(stored && { off_session: true }), expand },
              options,
            ),
      );
      return await concluded(intent);
    } catch (error) {
      // A key with other parameters was confirmed before; a state that does not fit is told by the intent itself.
      const isDecided = isRefusal(error, 402) || isRepeated(error) || isUnfit(error);
      if (isDecided) return concluded(await read(reference));
      const fault = faultIn(error);
      if (!fault) throw error;
      const last = await cancel(reference);
      return last.status === 'declined' ? { ...givenUp(), code: fault.code } : last;
    }
  }

  async function attach({
    idempotencyKey,
    token,
    customer: owner,
  }: Parameters<PaymentProcessor['attach']>[0]): ReturnType<PaymentProcessor['attach']> {
    const { id: reference } = await called(() =>
      stripe.setupIntents.create(
        {
          customer: owner,
          usage: 'off_session',
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { organization_id: organizationId },
        },
        { idempotencyKey: `${idempotencyKey}:create` },
      ),
    );
    const source = { token, customer: owner };
    const outcome = await confirm({ reference, amount: 0, currency: '', source });
    if (outcome.status === 'succeeded' && outcome.method) {
      return { status: 'attached', method: outcome.method };
    }
    if (outcome.status === 'declined') return outcome;
    await cancel(reference);
    return {
      status: 'declined',
      code: 'authentication_required',
      declineCode: 'authentication_required',
    };
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
      return refundedOf(await called(() => stripe.refunds.retrieve(asked.reference)));
    }
    const { idempotencyKey, payment } = asked;
    if (!(await paymentOf(payment))) return failed('charge_not_refundable');
    const find = async () => {
      const list = () => stripe.refunds.list({ payment_intent: payment, limit: 100 });
      const { data } = await called(list);
      return data.find(({ metadata }) => metadata?.[REFUND_ID] === idempotencyKey);
    };
    const found = await find();
    if (found) return refundedOf(found);
    // From here on it is refused; one that arrived just before is there now.
    await called(() =>
      stripe.paymentIntents.update(
        payment,
        { metadata: { [idempotencyKey]: CLOSED } },
        { idempotencyKey: `${idempotencyKey}:close` },
      ),
    );
    const arrived = await find();
    return arrived ? refundedOf(arrived) : failed('never_arrived');
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
  };
}

function tokenIn(source: { token: string } | { reference: string }) {
  const token = 'token' in source ? source.token : source.reference;
  return token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token };
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

function isUnfit(error: unknown): boolean {
  return isRefusal(error, 400) && /_unexpected_state$/.test(error.code ?? '');
}

/** What is wrong with what was asked, rather than with the method or the connection; null for anything else. */
function faultIn(error: unknown): Fault | null {
  if (!isRefusal(error, 400) && !isRefusal(error, 404)) return null;
  if (isRepeated(error)) return null;
  const { code, param, message } = error;
  if (code === 'amount_too_small' || code === 'amount_too_large') {
    return new Fault(FAULTS.amount, message);
  }
  const isToken =
    code?.includes('confirmation_token') ||
    /^(?:payment_method|confirmation_token|setup_future_usage)/.test(param ?? '') ||
    code === 'resource_missing';
  return isToken ? new Fault(FAULTS.token, message) : null;
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
): Declined {
  const { code, decline_code, payment_method } = problem;
  const details = payment_method && detailsOf(payment_method);
  return {
    status: 'declined',
    code: code ?? 'card_declined',
    declineCode: decline_code ?? null,
    ...(details && { details }),
  };
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

function failed(reason: string): Refunded {
  return { reference: null, outcome: { status: 'failed', reason } };
}

function refundedOf({ id, status, failure_reason }: Stripe.Refund): Refunded {
  return { reference: id, outcome: refundOutcome(status, failure_reason) };
}

function refundOutcome(status: string | null, reason: string | undefined): RefundOutcome {
  if (status === 'succeeded') return { status };
  if (status === 'failed' || status === 'canceled') {
    return { status: 'failed', reason: reason ?? status };
  }
  return { status: 'pending' };
}
