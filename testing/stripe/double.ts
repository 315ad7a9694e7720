import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { methodNamed } from '@/testing/stripe/cards';
import {
  makeDispute,
  makeRefund,
  moveDispute,
  refundFails,
  refundSucceeds,
  STATEMENT_PREFIX,
  settleFee,
} from '@/testing/stripe/charges';
import {
  type AccountRow,
  type ChargeRow,
  COLLECTIONS,
  type Context,
  type Due,
  found,
  type Mode,
  newStripeId,
  type RefundRow,
} from '@/testing/stripe/context';
import { type Form, readForm } from '@/testing/stripe/form';
import { createTokenOf, HANDLERS } from '@/testing/stripe/handlers';
import { authenticate, settleLater } from '@/testing/stripe/intents';
import { attachMethod, type MethodData, makeMethod, methodById } from '@/testing/stripe/methods';
import { tooLarge } from '@/testing/stripe/money';
import { OPERATIONS, type Operation, type Permission } from '@/testing/stripe/operations';
import { invalid, missing, type PrintedProblem, StripeProblem } from '@/testing/stripe/problems';
import { type Row, Store } from '@/testing/stripe/store';
import { SCHEMAS, validated } from '@/testing/stripe/validate';
import { Deliveries } from '@/testing/stripe/webhooks';

// A Stripe of the tests: what the product calls, with the parameters of the pinned package's types and the answers of
// Stripe's documentation. It keeps books, so that tests can say how often somebody was charged.

export interface StripeRequest {
  method: string;
  /** With its query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface StripeAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * What goes wrong on purpose. `lost`: it runs, and the connection breaks; `dropped`: the connection breaks at once;
 * `executed_500`: it runs, and 500 is the answer that is kept with its key; `failed_500`: the same without running;
 * `unavailable`: 503; `amount_too_large`: 400 as of more than Stripe charges; `rate_limited`: 429; `lock_timeout`: 429 of an object that another request holds; `slow`: it
 * runs, and the answer comes after `ms`; `late`: it runs after `ms`.
 */
export interface StripeFault {
  kind:
    | 'lost'
    | 'dropped'
    | 'executed_500'
    | 'failed_500'
    | 'unavailable'
    | 'amount_too_large'
    | 'rate_limited'
    | 'lock_timeout'
    | 'slow'
    | 'late';
  /** A regular expression for `METHOD /path`; every request where left out. */
  on?: string;
  /** A regular expression for the body. */
  body?: string;
  /** How often; always where left out. */
  times?: number;
  ms?: number;
  /** Of one account alone. */
  account?: string;
}

type KeyRow = Row<
  { id: string },
  {
    account: string;
    mode: Mode;
    kind: 'secret' | 'restricted' | 'publishable';
    /** What a restricted key may, as `charge:read`; a right to write is one to read as well. */
    permissions: string[];
    isRevoked: boolean;
  }
>;
type KeptRow = Row<
  { id: string },
  { fingerprint: string; status: number; body: unknown; request: string; at: number }
>;
type EventRow = Row<Stripe.Event, object>;

/** A charge as a judge counts it. */
export interface Taken {
  id: string;
  account: string;
  mode: Mode;
  payment_intent: string;
  customer: string | null;
  amount: number;
  amount_refunded: number;
  currency: string;
  metadata: Stripe.Metadata;
}

const ACCOUNTS = 'accounts';
const GLOBAL = '';
const KEY_SECONDS = 24 * 3600;
const LONGEST_KEY = 255;
const WINDOW_MS = 1000;
/** Requests a second, as Stripe's documentation has them. */
const LIMITS = { live: 100, test: 25, endpoint: 25 };

export class StripeDouble {
  /** Where it listens. */
  origin = 'http://stripe.test';
  /** What requests asked for that Stripe does not know, or would refuse. */
  readonly violations: string[] = [];
  /** Requests answered, as `METHOD /path`, with their status. */
  readonly calls: { call: string; account: string; status: number; at: number }[] = [];
  private faults: StripeFault[] = [];
  private readonly store: Store;
  private readonly deliveries: Deliveries;
  private readonly running = new Set<string>();
  private readonly recent = new Map<string, number[]>();
  private shift = 0;
  private limits: typeof LIMITS | null = LIMITS;
  private holdsFees = false;

  /** With a file it continues where one with the same file ended, however that ended. */
  constructor(file: string | null = null) {
    this.store = new Store(file);
    this.deliveries = new Deliveries(this.store, () => this.now());
  }

  /** Seconds. */
  private now(): number {
    return Date.now() / 1000 + this.shift;
  }

  // What tests do.

  addAccount({ country = 'US', currency = 'usd', charges = true } = {}): string {
    const printed = {
      id: newStripeId('acct', 16),
      object: 'account' as const,
      country,
      default_currency: currency,
      charges_enabled: charges,
      payouts_enabled: charges,
      type: 'standard' as const,
      settings: { card_payments: { statement_descriptor_prefix: STATEMENT_PREFIX } },
    };
    const own = { feeBasisPoints: 290, feeFixed: 30 };
    this.store.put(GLOBAL, ACCOUNTS, { printed, own } satisfies AccountRow);
    this.store.commit();
    return printed.id;
  }

  /** What its owner, or Stripe, changes about an account. */
  changeAccount(id: string, changes: { charges_enabled?: boolean }): void {
    const row = this.account(id);
    Object.assign(row.printed, changes);
    this.store.put(GLOBAL, ACCOUNTS, row);
    this.store.commit();
  }

  /** A key of an account; with `permissions`, such as `charge:read`, a restricted one. */
  addKey(account: string, mode: Mode, permissions?: string[]): string {
    const kind = permissions ? 'restricted' : 'secret';
    return this.enterKey(account, mode, kind, permissions ?? []);
  }

  addPublishableKey(account: string, mode: Mode): string {
    return this.enterKey(account, mode, 'publishable', []);
  }

  private enterKey(
    account: string,
    mode: Mode,
    kind: KeyRow['own']['kind'],
    permissions: string[],
  ): string {
    const prefix = { secret: 'sk', restricted: 'rk', publishable: 'pk' }[kind];
    const id = newStripeId(`${prefix}_${mode}`, 40);
    const own = { account, mode, kind, permissions, isRevoked: false };
    this.store.put(GLOBAL, 'keys', { printed: { id }, own } satisfies KeyRow);
    this.store.commit();
    return id;
  }

  /** What its owner does with a key that leaked, or Stripe with one that it restores. */
  setRevoked(key: string, isRevoked: boolean): void {
    const row = this.store.find<KeyRow>(GLOBAL, 'keys', key);
    if (!row) throw new Error('There is no such key');
    row.own.isRevoked = isRevoked;
    this.store.put(GLOBAL, 'keys', row);
    this.store.commit();
  }

  addFault(fault: StripeFault): void {
    this.faults.push(fault);
  }

  clearFaults(): void {
    this.faults = [];
  }

  /** Lets time go on, which is also the difference from the clock of this computer. */
  advance(seconds: number): void {
    this.shift += seconds;
    this.runDue();
  }

  /** `null`: any number of requests. */
  setLimits(limits: typeof LIMITS | null): void {
    this.limits = limits;
  }

  /** Whether fees stay unknown; what was held back is entered when they no longer are. */
  holdFees(isHeld: boolean): void {
    this.holdsFees = isHeld;
    this.runDue();
  }

  /** How webhooks are delivered; `never` loses them for good. */
  setDeliveries(how: 'once' | 'twice' | 'reversed' | 'never'): void {
    this.deliveries.how = how;
  }

  /** Adds a subscription of the account's, as printed. */
  addSubscription(account: string, printed: Row['printed'], mode: Mode = 'test'): void {
    this.store.put(spaceOf(account, mode), COLLECTIONS.subscription, { printed, own: {} });
  }

  /** Sends an event again, also one that was never sent. */
  async redeliver(account: string, mode: Mode, eventId: string): Promise<number[]> {
    return this.deliveries.deliver(spaceOf(account, mode), eventId);
  }

  /** Resolves once nothing waits to be delivered. */
  async settled(): Promise<void> {
    this.runDue();
    await this.deliveries.idle();
  }

  /** Money that was taken, by charge. */
  charges(account?: string): Taken[] {
    return this.spaces(account).flatMap(({ id, mode, space }) =>
      this.store
        .all<ChargeRow>(space, COLLECTIONS.charge)
        .filter(({ printed }) => printed.status === 'succeeded')
        .map(({ printed }) => ({
          id: printed.id,
          account: id,
          mode,
          payment_intent: String(printed.payment_intent),
          customer: printed.customer as string | null,
          amount: printed.amount,
          amount_refunded: printed.amount_refunded,
          currency: printed.currency,
          metadata: printed.metadata,
        })),
    );
  }

  /**
   * How many requests of an account a second it has answered, from a time in milliseconds to the last of them. A busy machine
   * sends some late, beside the next ones, and in one second more than were meant: the average tells what was meant.
   */
  answeredPerSecond(account: string, since: number, endpoint?: string): number {
    const answered = this.calls.filter(
      (one) => one.account === account && one.at >= since && (!endpoint || one.call === endpoint),
    );
    const last = Math.max(...answered.map(({ at }) => at));
    return (answered.length / (last - since)) * 1000;
  }

  refunds(account?: string): Stripe.Refund[] {
    return this.spaces(account).flatMap(({ space }) =>
      this.store.all<RefundRow>(space, COLLECTIONS.refund).map(({ printed }) => printed),
    );
  }

  events(account: string, mode: Mode): Stripe.Event[] {
    const rows = this.store.all<EventRow>(spaceOf(account, mode), COLLECTIONS.event);
    return rows.map(({ printed }) => printed);
  }

  /** Any object, as Stripe has it. */
  object(account: string, mode: Mode, kind: keyof typeof COLLECTIONS, id: string): unknown {
    return this.store.find(spaceOf(account, mode), COLLECTIONS[kind], id)?.printed;
  }

  /** What the account's owner does in Stripe's dashboard. */
  refundInDashboard(account: string, mode: Mode, charge: string, amount?: number): string {
    return this.act(account, mode, (context) => {
      const given = amount === undefined ? {} : { amount };
      return makeRefund(context, { charge, ...given }).printed.id;
    });
  }

  failRefund(account: string, mode: Mode, refund: string): void {
    this.act(account, mode, (context) => refundFails(context, refund));
  }

  /** What a buyer's bank does. */
  dispute(
    account: string,
    mode: Mode,
    charge: string,
    as: { reason: string; status: string },
  ): string {
    return this.act(account, mode, (context) => makeDispute(context, charge, as).printed.id);
  }

  moveDispute(account: string, mode: Mode, dispute: string, status: string): void {
    this.act(account, mode, (context) => moveDispute(context, dispute, status));
  }

  /** What a buyer does on the page of the bank. */
  authenticate(account: string, mode: Mode, intent: string, outcome: 'succeed' | 'fail'): void {
    this.act(account, mode, (context) => authenticate(context, intent, outcome));
  }

  /** A network replaces a stored card by one that is charged like `by`. */
  replaceMethod(account: string, mode: Mode, method: string, by: string): void {
    this.act(account, mode, (context) => {
      const row = methodById(context, method);
      const next = methodById(context, by);
      Object.assign(row.printed, { card: next.printed.card });
      Object.assign(row.own, { type: next.own.type, number: next.own.number });
      this.store.put(context.space, COLLECTIONS.payment_method, row);
      context.event('payment_method.automatically_updated', row.printed);
    });
  }

  /** A stored method of a customer, without a call. */
  addMethod(account: string, mode: Mode, customer: string, by: string): string {
    return this.act(account, mode, (context) => {
      const test = methodNamed(by);
      if (!test) throw new Error(`There is no test method ${by}`);
      const row = makeMethod(context, test);
      row.own.isSetUp = true;
      attachMethod(context, row, customer);
      return row.printed.id;
    });
  }

  private act<T>(account: string, mode: Mode, work: (context: Context) => T): T {
    const context = this.context(this.account(account), mode, { id: null, idempotency_key: null });
    const result = work(context);
    this.store.commit();
    return result;
  }

  // Requests.

  /** What is in the way of a request; taken from those that are counted. */
  takeFault(request: StripeRequest): StripeFault | undefined {
    const path = request.url.split('?')[0];
    const key = this.keyOf(request);
    const fault = this.faults.find(
      ({ on, body, account, times }) =>
        times !== 0 &&
        (account === undefined || key?.own.account === account) &&
        (body === undefined || new RegExp(body).test(request.body)) &&
        (on === undefined || new RegExp(on).test(`${request.method} ${path}`)),
    );
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }

  answer(request: StripeRequest, fault?: StripeFault): StripeAnswer {
    this.runDue();
    const id = newStripeId('req', 14);
    const [path = ''] = request.url.split('?');
    const answer = this.answered(request, path, id, fault);
    this.store.commit();
    const key = this.keyOf(request);
    const account = key?.own.account ?? '';
    const call = `${request.method} ${path}`;
    this.calls.push({ call, account, status: answer.status, at: Date.now() });
    return {
      ...answer,
      headers: {
        'content-type': 'application/json',
        'request-id': id,
        'stripe-version': SCHEMAS.api_version,
        ...answer.headers,
      },
    };
  }

  private answered(
    request: StripeRequest,
    path: string,
    id: string,
    fault: StripeFault | undefined,
  ): StripeAnswer {
    let kept: { space: string; key: string; fingerprint: string } | null = null;
    const keep = ({ status, body }: StripeAnswer) => {
      if (!kept) return;
      const { space, key, fingerprint } = kept;
      const own = { fingerprint, status, body: structuredClone(body), request: id, at: this.now() };
      this.store.put(space, 'idempotency', { printed: { id: key }, own } satisfies KeptRow);
    };
    try {
      if (fault?.kind === 'unavailable') {
        throw new StripeProblem(503, { type: 'api_error', message: 'Stripe is not available.' });
      }
      const key = this.authenticated(request);
      const { operation, ids } = this.operationOf(request.method, path);
      if (key.own.kind === 'publishable') return this.readByBuyer(request, operation, ids, key);
      checkPermission(key, operation.permission);
      this.checkRate(key, operation);
      if (fault?.kind === 'rate_limited') throw tooMany('global-rate');
      if (fault?.kind === 'lock_timeout') throw lockTimeout();
      const context = this.context(this.account(key.own.account), key.own.mode, {
        id,
        idempotency_key: request.headers['idempotency-key'] ?? null,
      });
      const { form, isKeyed } = this.parametersOf(request);
      if (isKeyed) {
        const name = request.headers['idempotency-key'] ?? '';
        const fingerprint = createHash('sha256').update(`${path}\n${request.body}`).digest('hex');
        const replayed = this.replay(context.space, name, fingerprint);
        if (replayed) return replayed;
        kept = { space: context.space, key: name, fingerprint };
      }
      const params = validated(operation.params, form);
      // The product's own mail is the receipt (docs/contract/payments.md#stripe).
      if ('receipt_email' in params)
        this.violations.push(`${request.method} ${path}: receipt_email`);
      if (fault?.kind === 'failed_500') throw broken();
      if (fault?.kind === 'amount_too_large') throw tooLarge();
      const handler = HANDLERS[`${operation.method} ${operation.path}`];
      if (!handler) throw new Error(`${operation.path} has no handler`);
      const { expand, ...given } = params;
      const result = structuredClone(handler(context, given, ids[0] ?? ''));
      this.expand(context, result, (expand as string[] | undefined) ?? []);
      if (fault?.kind === 'executed_500') throw broken();
      const answer = { status: 200, body: result, headers: {} };
      keep(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      const answer = {
        status: error.status,
        body: { error: { ...error.printed, request_log_url: `${this.origin}/logs/${id}` } },
        headers: error.headers,
      };
      if (error.isKept) keep(answer);
      if (error.printed.code?.startsWith('parameter_')) {
        this.violations.push(`${request.method} ${path}: ${error.message}`);
      }
      return answer;
    }
  }

  private keyOf({ headers }: StripeRequest): KeyRow | undefined {
    const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return this.store.find<KeyRow>(GLOBAL, 'keys', given);
  }

  private authenticated(request: StripeRequest): KeyRow {
    const version = request.headers['stripe-version'];
    if (version !== undefined && version !== SCHEMAS.api_version) {
      this.violations.push(`Stripe-Version ${version}`);
      throw invalid(`Invalid Stripe API version: ${version}`);
    }
    const key = this.keyOf(request);
    if (!key) throw unauthorized('Invalid API Key provided');
    if (key.own.isRevoked) throw unauthorized('Expired API Key provided', 'api_key_expired');
    return key;
  }

  private operationOf(method: string, path: string): { operation: Operation; ids: string[] } {
    for (const operation of OPERATIONS) {
      if (operation.method !== method) continue;
      const pattern = operation.path.replace(/:id/g, '([^/]+)');
      const match = new RegExp(`^${pattern}$`).exec(path);
      if (match) return { operation, ids: match.slice(1).map(decodeURIComponent) };
    }
    this.violations.push(`${method} ${path} is not known`);
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  private parametersOf({ method, url, headers, body }: StripeRequest): {
    form: Form;
    isKeyed: boolean;
  } {
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const isPost = method === 'POST';
    const type = headers['content-type'] ?? '';
    if (isPost && body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
      throw invalid(
        'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
      );
    }
    const form = readForm(isPost ? body : query);
    if (!form) throw invalid('Invalid request: the parameters could not be read.');
    const key = headers['idempotency-key'];
    if (isPost && key === undefined) this.violations.push(`${method} ${url} has no key`);
    if (key !== undefined && key.length > LONGEST_KEY) {
      throw invalid(`Idempotency keys are at most ${LONGEST_KEY} characters.`);
    }
    return { form, isKeyed: isPost && key !== undefined };
  }

  private replay(space: string, key: string, fingerprint: string): StripeAnswer | null {
    const row = this.store.find<KeptRow>(space, 'idempotency', key);
    if (!row || row.own.at + KEY_SECONDS <= this.now()) return null;
    const { own } = row;
    if (own.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      this.violations.push(`Another request with the key ${key}`);
      throw new StripeProblem(400, { type: 'idempotency_error', message });
    }
    const headers = { 'idempotent-replayed': 'true', 'original-request': own.request };
    return { status: own.status, body: structuredClone(own.body), headers };
  }

  /**
   * Marks a request with an idempotency key as running until the returned function is called; null where one of that
   * key is.
   */
  begin(request: StripeRequest): (() => void) | null {
    const key = request.headers['idempotency-key'];
    const of = this.keyOf(request);
    if (request.method !== 'POST' || key === undefined || !of) return () => {};
    const name = `${spaceOf(of.own.account, of.own.mode)} ${key}`;
    if (this.running.has(name)) return null;
    this.running.add(name);
    return () => this.running.delete(name);
  }

  /** What Stripe.js asks with a publishable key: an intent by its client secret. */
  private readByBuyer(
    { url }: StripeRequest,
    { path }: Operation,
    [id = '']: string[],
    { own }: KeyRow,
  ): StripeAnswer {
    const kind = {
      '/v1/payment_intents/:id': 'payment_intent',
      '/v1/setup_intents/:id': 'setup_intent',
    }[path];
    if (kind !== 'payment_intent' && kind !== 'setup_intent') {
      const message =
        'This API call cannot be made with a publishable API key. Please use a secret API key.';
      throw new StripeProblem(401, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message,
      });
    }
    const row = this.store.find<Row<Stripe.PaymentIntent | Stripe.SetupIntent>>(
      spaceOf(own.account, own.mode),
      COLLECTIONS[kind],
      id,
    );
    const secret = new URL(url, this.origin).searchParams.get('client_secret');
    if (!row || row.printed.client_secret !== secret) throw missing(kind, id, 'intent');
    const { client_secret, status, next_action, ...rest } = row.printed;
    const errors = Object.fromEntries(
      Object.entries(rest).filter(([name]) =>
        /^(id|object|amount|currency|last_\w+_error|payment_method|livemode)$/.test(name),
      ),
    );
    const body = structuredClone({ ...errors, client_secret, status, next_action });
    return { status: 200, body, headers: {} };
  }

  /** What Stripe.js asks for what a buyer typed; `origin` is the page's. */
  createToken(
    publishableKey: string,
    given: {
      payment_method_data: MethodData;
      return_url?: string;
      setup_future_usage?: string;
      mandate_data?: unknown;
    },
  ): { status: number; body: unknown } {
    const key = this.store.find<KeyRow>(GLOBAL, 'keys', publishableKey);
    if (key?.own.kind !== 'publishable' || key.own.isRevoked) {
      return { status: 401, body: { error: unauthorized('Invalid API Key provided').printed } };
    }
    const { payment_method_data: data, ...more } = given;
    try {
      const body = this.act(key.own.account, key.own.mode, (context) =>
        createTokenOf(context, data, more),
      );
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      return { status: 402, body: { error: error.printed } };
    }
  }

  /** An intent that waits for its buyer, by its client secret; null where it is none. */
  waiting(intent: string, clientSecret: string) {
    for (const { id, mode, space } of this.spaces()) {
      const kind = intent.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
      const row = this.store.find<Row<Stripe.PaymentIntent | Stripe.SetupIntent>>(
        space,
        COLLECTIONS[kind],
        intent,
      );
      if (row?.printed.client_secret !== clientSecret) continue;
      const action = row.printed.next_action;
      const returnUrl = action?.redirect_to_url?.return_url ?? null;
      return { account: id, mode, kind, returnUrl, isWaiting: action !== null };
    }
    return null;
  }

  private expand(context: Context, result: unknown, paths: string[]): void {
    for (const path of paths) {
      if (path.split('.').length > 4) throw invalid('You cannot expand more than 4 levels.');
      this.expandPath(context, result, path.split('.'), path);
    }
  }

  private expandPath(context: Context, at: unknown, [name, ...rest]: string[], path: string): void {
    if (name === undefined || at === null) return;
    if (Array.isArray(at)) {
      for (const one of at) this.expandPath(context, one, [name, ...rest], path);
      return;
    }
    if (typeof at !== 'object' || !Object.hasOwn(at, name)) {
      const message = `This property cannot be expanded (${path}).`;
      throw invalid(message, { param: 'expand' });
    }
    const value = Reflect.get(at, name);
    if (typeof value === 'string') {
      const kind = kindOf(value);
      if (!kind) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
      Reflect.set(at, name, structuredClone(found(context, kind, value).printed));
    }
    this.expandPath(context, Reflect.get(at, name), rest, path);
  }

  private checkRate({ own }: KeyRow, operation: Operation): void {
    if (!this.limits) return;
    const space = spaceOf(own.account, own.mode);
    const endpoint = `${space} ${operation.method} ${operation.path}`;
    const checks = [
      [space, this.limits[own.mode], 'global-rate'],
      [endpoint, this.limits.endpoint, 'endpoint-rate'],
    ] as const;
    const now = performance.now();
    const counted = checks.map(([name, most, reason]) => {
      const times = (this.recent.get(name) ?? []).filter((at) => at > now - WINDOW_MS);
      if (times.length >= most) throw tooMany(reason);
      return { name, times: [...times, now] };
    });
    for (const { name, times } of counted) this.recent.set(name, times);
  }

  private account(id: string): AccountRow {
    const row = this.store.find<AccountRow>(GLOBAL, ACCOUNTS, id);
    if (!row) throw new Error(`There is no account ${id}`);
    return row;
  }

  private spaces(account?: string): { id: string; mode: Mode; space: string }[] {
    const rows = this.store.all<AccountRow>(GLOBAL, ACCOUNTS);
    const ids = rows.map(({ printed }) => printed.id).filter((id) => !account || id === account);
    return ids.flatMap((id) =>
      (['test', 'live'] as const).map((mode) => ({ id, mode, space: spaceOf(id, mode) })),
    );
  }

  private context(account: AccountRow, mode: Mode, request: Context['request']): Context {
    const space = spaceOf(account.printed.id, mode);
    const now = Math.floor(this.now());
    return {
      store: this.store,
      space,
      account,
      livemode: mode === 'live',
      now,
      origin: this.origin,
      request,
      event: (type, object) => {
        const printed = {
          id: newStripeId('evt'),
          object: 'event',
          account: undefined,
          // An account's events are printed in its own version, whatever the request asked for.
          api_version: '2024-06-20',
          created: now,
          data: { object: structuredClone(object) },
          livemode: mode === 'live',
          pending_webhooks: 0,
          request,
          type,
        } as unknown as Stripe.Event;
        this.store.put(space, COLLECTIONS.event, { printed, own: {} } satisfies EventRow);
        this.deliveries.plan(space, printed);
      },
      later: (seconds, what, about, as) => {
        const id = newStripeId('due');
        const own: Due = { id, at: this.now() + seconds, what, about, ...(as && { as }) };
        this.store.put(GLOBAL, 'due', { printed: { id }, own: { ...own, space } });
      },
    };
  }

  /** Does what its time has come for. */
  runDue(): void {
    type DueRow = Row<{ id: string }, Due & { space: string }>;
    for (const { own, printed } of this.store.all<DueRow>(GLOBAL, 'due')) {
      if (own.at > this.now() || (own.what === 'fee' && this.holdsFees)) continue;
      this.store.remove(GLOBAL, 'due', printed.id);
      const [account = '', mode] = own.space.split('/');
      const request = { id: null, idempotency_key: null };
      this.run(this.context(this.account(account), mode as Mode, request), own);
    }
    this.store.commit();
    this.deliveries.run();
  }

  private run(context: Context, { what, about, as = '' }: Due): void {
    if (what === 'fee') settleFee(context, about);
    else if (what === 'settle') settleLater(context, about, as);
    else if (what === 'refund') refundSucceeds(context, about);
    else if (what === 'refund_fails') refundFails(context, about);
    else if (as === 'inquiry') {
      makeDispute(context, about, { reason: 'fraudulent', status: 'warning_needs_response' });
    } else makeDispute(context, about, { reason: as, status: 'needs_response' });
  }
}

function spaceOf(account: string, mode: Mode): string {
  return `${account}/${mode}`;
}

const PREFIXES: readonly (readonly [string, keyof typeof COLLECTIONS])[] = [
  ['pi_', 'payment_intent'],
  ['seti_', 'setup_intent'],
  ['ch_', 'charge'],
  ['py_', 'charge'],
  ['re_', 'refund'],
  ['pyr_', 'refund'],
  ['du_', 'dispute'],
  ['cus_', 'customer'],
  ['pm_', 'payment_method'],
  ['txn_', 'balance_transaction'],
];

function kindOf(id: string) {
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1];
}

function unauthorized(message: string, code?: string): StripeProblem {
  const printed: PrintedProblem = { type: 'invalid_request_error', message };
  return new StripeProblem(401, { ...printed, ...(code && { code }) });
}

/** A restricted key that lacks a permission is told which one would do. */
function checkPermission({ own }: KeyRow, { resource, level }: Permission): void {
  if (own.kind === 'secret') return;
  const suffices = [`${resource}:write`, ...(level === 'read' ? [`${resource}:read`] : [])];
  if (own.permissions.some((one) => suffices.includes(one))) return;
  const slugs = suffices.map((one) => `'rak_${one.replace(':', '_')}'`).join(' or ');
  throw new StripeProblem(403, {
    type: 'invalid_request_error',
    message: `The provided key does not have the required permissions for this endpoint. Having the ${slugs} permission would allow this request to continue.`,
  });
}

function tooMany(reason: string): StripeProblem {
  const printed = {
    type: 'invalid_request_error' as const,
    code: 'rate_limit',
    message: 'Too many requests hit the API too quickly.',
  };
  return new StripeProblem(429, printed, { 'stripe-rate-limited-reason': reason });
}

function lockTimeout(): StripeProblem {
  return new StripeProblem(429, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  });
}

function broken(): StripeProblem {
  const printed = { type: 'api_error' as const, message: 'An unknown error occurred' };
  return new StripeProblem(500, printed, {}, true);
}
