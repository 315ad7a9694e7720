import type Stripe from 'stripe';
import { type FailureKind, OutsideFailure } from '@/lib/integrations/outgoing/failure';
import { modeOf, STRIPE_VERSION, stripeClient } from '@/lib/integrations/stripe/client';
import { asked } from '@/lib/integrations/stripe/failure';
import { type Pace, paceOf } from '@/lib/integrations/stripe/pace';
import { newId } from '@/lib/runtime/ids';

// The trial of an account's keys before they are kept: each permission that the product needs by a call of its own. Stripe
// checks them before it looks an object up, so that calls about objects that cannot exist tell them and change nothing.

/** What Stripe says of the account of a key. */
export interface StripeAccount {
  id: string;
  country: string | null;
  defaultCurrency: string | null;
  chargesEnabled: boolean;
  /** What begins the text of its charges on card statements. */
  statementPrefix: string | null;
}

/** Why keys are not taken: the one, what it lacks, and whether Stripe knows it at all. */
export class KeyRefusal extends Error {
  constructor(
    readonly field: 'secret_key' | 'publishable_key',
    readonly kind: Extract<FailureKind, 'unauthorized' | 'refused'>,
    message: string,
  ) {
    super(message);
    this.name = 'KeyRefusal';
  }
}

const NOTHING = 'tilldesk_permission_check';
const UNKNOWN_KEY = 'Stripe doesn’t accept this key. Copy it again from Developers → API keys.';

/** What a permission is needed for, and a call that needs it. Names are those of the rows in Stripe's dashboard. */
const PERMISSIONS: readonly {
  row: string;
  level: 'Read' | 'Write';
  what: string;
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<unknown>;
}[] = [
  {
    row: 'Payment Intents',
    level: 'Write',
    what: 'payment intents',
    call: (stripe, options) => stripe.paymentIntents.cancel(`pi_${NOTHING}`, {}, options),
  },
  {
    row: 'Customers',
    level: 'Write',
    what: 'customers',
    call: (stripe, options) => stripe.customers.update(`cus_${NOTHING}`, {}, options),
  },
  {
    row: 'Payment Methods',
    level: 'Write',
    what: 'payment methods',
    call: (stripe, options) => stripe.paymentMethods.detach(`pm_${NOTHING}`, {}, options),
  },
  {
    row: 'Confirmation tokens',
    level: 'Read',
    what: 'confirmation tokens',
    call: (stripe) => stripe.confirmationTokens.retrieve(`ctoken_${NOTHING}`),
  },
  {
    row: 'Charges and Refunds',
    level: 'Write',
    what: 'charges',
    call: (stripe) => stripe.charges.retrieve(`ch_${NOTHING}`),
  },
  {
    row: 'Charges and Refunds',
    level: 'Write',
    what: 'refunds',
    call: (stripe, options) => stripe.refunds.update(`re_${NOTHING}`, {}, options),
  },
  {
    row: 'Disputes',
    level: 'Read',
    what: 'disputes',
    call: (stripe) => stripe.disputes.retrieve(`du_${NOTHING}`),
  },
  {
    row: 'Events',
    level: 'Read',
    what: 'events',
    call: (stripe) => stripe.events.retrieve(`evt_${NOTHING}`),
  },
  {
    row: 'Balance Transaction Sources',
    level: 'Read',
    what: 'balance transactions',
    call: (stripe) => stripe.balanceTransactions.retrieve(`txn_${NOTHING}`),
  },
];

const lacks = (row: string, level: string, what: string) =>
  new KeyRefusal(
    'secret_key',
    'refused',
    `This key has no access to ${what}. In Stripe, set “${row}” to ${level} for it, or enter the account’s secret key.`,
  );

/**
 * Tries the keys of an account, which is the `expected` one where that is known. Throws a {@link KeyRefusal} for what is
 * wrong with one, and an `OutsideFailure` where Stripe gives no answer.
 */
export async function tryKeys(
  secretKey: string,
  publishableKey: string,
  expected: string | null = null,
): Promise<StripeAccount> {
  const mode = modeOf(secretKey) ?? 'test';
  // Before the account is known no turn of its own can be waited for.
  const known = expected === null ? undefined : paceOf({ accountId: expected, mode });
  const account = await readAccount(stripeClient(secretKey, known));
  if (expected !== null && account.id !== expected) {
    const why = `These keys are of another Stripe account than ${expected}. Disconnect that one first.`;
    throw new KeyRefusal('secret_key', 'refused', why);
  }
  const pace = paceOf({ accountId: account.id, mode });
  const stripe = stripeClient(secretKey, pace);
  await permitted('Setup Intents', 'Write', 'setup intents', () =>
    tryPublishableKey(stripe, stripeClient(publishableKey, pace)),
  );
  for (const { row, level, what, call } of PERMISSIONS) {
    await permitted(row, level, what, () => reached(asked(call(stripe, keyed()))));
  }
  return account;
}

/** Tells an account of a domain on which its buyers pay, which wallets ask for. Rejects with an `OutsideFailure`. */
export async function registerDomain(
  secretKey: string,
  domain_name: string,
  pace: Pace,
): Promise<void> {
  await asked(stripeClient(secretKey, pace).paymentMethodDomains.create({ domain_name }, keyed()));
}

/** The account of a key. Throws as {@link tryKeys}. */
function readAccount(stripe: Stripe): Promise<StripeAccount> {
  return permitted('Accounts', 'Read', 'the account', async () => {
    const account = await asked(stripe.accounts.retrieveCurrent());
    return {
      id: account.id,
      country: account.country ?? null,
      defaultCurrency: account.default_currency ?? null,
      chargesEnabled: account.charges_enabled === true,
      statementPrefix: account.settings?.card_payments?.statement_descriptor_prefix ?? null,
    };
  });
}

/** A publishable key reads a setup intent that the secret key has made where both are of one account and mode. */
async function tryPublishableKey(stripe: Stripe, published: Stripe): Promise<void> {
  const intent = await asked(stripe.setupIntents.create({}, keyed()));
  const params = { client_secret: intent.client_secret ?? '' };
  try {
    await asked(published.setupIntents.retrieve(intent.id, params));
  } catch (error) {
    if (!(error instanceof OutsideFailure) || isOutage(error)) throw error;
    const kind = error.kind === 'unauthorized' ? error.kind : 'refused';
    const why =
      kind === 'unauthorized'
        ? UNKNOWN_KEY
        : 'This key belongs to another Stripe account than the secret key.';
    throw new KeyRefusal('publishable_key', kind, why);
  } finally {
    // It is of no use; one that stays open does no harm.
    await asked(stripe.setupIntents.cancel(intent.id, {}, keyed())).catch(() => {});
  }
}

async function permitted<T>(
  row: string,
  level: 'Read' | 'Write',
  what: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof OutsideFailure) || isOutage(error)) throw error;
    if (error.kind === 'unauthorized') {
      throw new KeyRefusal('secret_key', error.kind, UNKNOWN_KEY);
    }
    if (error.kind === 'refused') throw lacks(row, level, what);
    throw error;
  }
}

/** Whether the object was found or not: it was looked for, so the key may. */
async function reached(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const isLooked =
      error instanceof OutsideFailure && (error.kind === 'missing' || error.kind === 'invalid');
    if (!isLooked) throw error;
  }
}

const isOutage = ({ kind }: OutsideFailure) => kind === 'unavailable' || kind === 'limited';

const keyed = (): Stripe.RequestOptions => ({ idempotencyKey: newId() });

/** What the product wants to be told of; the rest of Stripe's events is none of its business. */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/**
 * Creates the endpoint that Stripe sends events to. Null where Stripe does not make one: the key lacks the permission, the
 * account has as many as it can, or the address is not public.
 */
export async function createEndpoint(
  secretKey: string,
  url: string,
  pace: Pace,
): Promise<{ id: string; secret: string } | null> {
  try {
    const endpoint = await asked(
      stripeClient(secretKey, pace).webhookEndpoints.create(
        {
          url,
          enabled_events: [...EVENT_TYPES],
          api_version: STRIPE_VERSION,
          description: 'Tilldesk',
        },
        keyed(),
      ),
    );
    return endpoint.secret === undefined ? null : { id: endpoint.id, secret: endpoint.secret };
  } catch (error) {
    if (error instanceof OutsideFailure && ['invalid', 'refused'].includes(error.kind)) return null;
    throw error;
  }
}

/** Takes an endpoint away; one that is gone, or stays because Stripe gives no answer, does no harm. */
export async function deleteEndpoint(secretKey: string, id: string, pace: Pace): Promise<void> {
  await asked(stripeClient(secretKey, pace).webhookEndpoints.del(id)).catch(() => {});
}
