import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { TestMethod } from '@/testing/stripe/cards';
import { missing } from '@/testing/stripe/problems';
import type { Row, Store } from '@/testing/stripe/store';

/** Where objects are: an account in one mode. */
export type Mode = 'test' | 'live';

export interface AccountOwn {
  /** Fees: a share of the amount, in hundredths of a per cent, and minor units of the settlement currency. */
  feeBasisPoints: number;
  feeFixed: number;
}
export type AccountRow = Row<
  Pick<
    Stripe.Account,
    | 'id'
    | 'object'
    | 'country'
    | 'default_currency'
    | 'charges_enabled'
    | 'payouts_enabled'
    | 'type'
  >,
  AccountOwn
>;

export interface MethodOwn {
  type: TestMethod['type'];
  /** Card number or IBAN: which test method it is. */
  number: string;
  /** It may be charged off-session without another authentication. */
  isSetUp: boolean;
  /** It was charged or detached without belonging to a customer: never again. */
  isSpent: boolean;
}
export type MethodRow = Row<Stripe.PaymentMethod, MethodOwn>;

export interface IntentOwn {
  /** What {@link Stripe.PaymentIntent.payment_method} did not keep: what waits for its authentication. */
  authenticating: { method: string; offSession: boolean } | null;
  /** Charges made of it, failed ones too. */
  charges: string[];
}
export type PaymentRow = Row<Stripe.PaymentIntent, IntentOwn>;
export type SetupRow = Row<Stripe.SetupIntent, IntentOwn>;
export type TokenRow = Row<Stripe.ConfirmationToken, Omit<MethodOwn, 'isSetUp' | 'isSpent'>>;
export type ChargeRow = Row<Stripe.Charge, { method: string }>;
export type RefundRow = Row<Stripe.Refund, object>;
export type DisputeRow = Row<Stripe.Dispute, object>;
export type TransactionRow = Row<Stripe.BalanceTransaction, object>;

/** What is done later, by time. */
export interface Due {
  id: string;
  at: number;
  what: 'fee' | 'settle' | 'refund' | 'refund_fails' | 'dispute';
  about: string;
  /** Of a dispute: its kind; of a settlement: its outcome. */
  as?: string;
}

/** What the handlers of requests, and of what is due, work with. */
export interface Context {
  store: Store;
  space: string;
  account: AccountRow;
  livemode: boolean;
  /** Seconds. */
  now: number;
  /** The origin of the double itself. */
  origin: string;
  /** Who asks: the id of the request, and its idempotency key. */
  request: { id: string | null; idempotency_key: string | null };
  /** Records an event, and has it delivered. */
  event(type: string, object: object): void;
  /** Has something done so many seconds later. */
  later(seconds: number, what: Due['what'], about: string, as?: string): void;
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id of Stripe's form. */
export function newStripeId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]);
  return `${prefix}_${letters.join('')}`;
}

export const COLLECTIONS = {
  payment_intent: 'payment_intents',
  setup_intent: 'setup_intents',
  charge: 'charges',
  refund: 'refunds',
  dispute: 'disputes',
  customer: 'customers',
  payment_method: 'payment_methods',
  confirmation_token: 'confirmation_tokens',
  balance_transaction: 'balance_transactions',
  event: 'events',
  subscription: 'subscriptions',
  webhook_endpoint: 'webhook_endpoints',
  payment_method_domain: 'payment_method_domains',
} as const;
export type Kind = keyof typeof COLLECTIONS;

/** How Stripe names kinds in its messages. */
const WORDS: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
};

/** An object of the account; throws 404 where it has none of that id. */
export function found<R extends Row>(
  { store, space }: Context,
  kind: Kind,
  id: string,
  param?: string,
): R {
  const row = store.find<R>(space, COLLECTIONS[kind], id);
  // One that was deleted is read by its id alone.
  if (!row || (param !== undefined && 'deleted' in row.printed))
    throw missing(WORDS[kind] ?? kind, id, param);
  return row;
}

export function put({ store, space }: Context, kind: Kind, row: Row): void {
  store.put(space, COLLECTIONS[kind], row);
}
