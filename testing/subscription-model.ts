// What docs/contract/subscriptions.md says of a subscription, as plain objects: no database, no processor, and none
// of the product's own decisions. Times are milliseconds, amounts minor units.

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

export interface ModelPrice {
  id: string;
  product: string;
  /** Null when free. */
  amount: number | null;
  months: 1 | 12;
  trialDays: number | null;
}

export interface ModelDiscount {
  id: string;
  reduce(amount: number): number;
  /** Months from the first order on; 0 is that order alone, Infinity all. */
  months: number;
}

export type Outcome = 'succeeded' | 'declined';

/** A test payment method and what has been charged to it (docs/contract/payments.md#further-sandbox-methods). */
export class ModelMethod {
  private paid = 0;

  constructor(readonly token: string) {}

  /** The final outcome of a charge of more than 0, without the buyer unless said otherwise. */
  charge(isOffSession = true): Outcome {
    const limit = /declineAfter(\d+)/.exec(this.token)?.[1];
    const isDeclined =
      (limit !== undefined && this.paid >= Number(limit)) ||
      (isOffSession && this.token.includes('authenticateRenewals')) ||
      /chargeCustomerFail|insufficientFunds/.test(this.token);
    if (!isDeclined) this.paid += 1;
    return isDeclined ? 'declined' : 'succeeded';
  }

  /** Once declined it is not charged again: only its owner can have it paid. */
  get isFinal(): boolean {
    return this.token.includes('authenticateRenewals');
  }

  /** Its outcome arrives later. */
  get isSlow(): boolean {
    return this.token.startsWith('pm_usBankAccount');
  }
}

type Answer = 'ok' | 'PaymentError' | 'Conflict' | 'NotPermitted' | 'AlreadyCanceledSubscription';

/** Minor units of one order, or of none: what is owed. */
interface Money {
  order: number | null;
  amount: number;
}

interface Sum {
  /** Unused time that is given back. */
  given: Money[];
  /** What waits is charged with it. */
  takesWaiting: boolean;
  /** What the period, or the rest of it, costs. */
  cost: number;
  product: string;
  /** The discount that lowered it. */
  discount: string | null;
}

interface Open {
  outcome: Outcome;
  /** The last charge of a canceled period: it ends whether that is paid or not. */
  isLast: boolean;
  paid(): void;
  declined(at?: number): void;
}

/** What a decline leads to. */
type Failed = (at: number | undefined, isFinal: boolean) => void;

export class ModelSubscription {
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid';
  pendingPrice: ModelPrice | null = null;
  discount: ModelDiscount | null;
  start: number;
  end: number;
  carried = 0;
  /** The money in it, the first that came in first. */
  private inPeriod: Money[] = [];
  private inWaiting: Money[] = [];
  private inCredit: Money[] = [];
  cancelAtEnd = false;
  pausedAt: number | null = null;
  /** Nothing is tried until there is another method. */
  private isStopped = false;
  nextRetryAt: number | null = null;
  /** A payment whose outcome is not known yet. */
  open: Open | null = null;
  /** What is not refunded of each order that took money, and what it sold. */
  private readonly kept: number[] = [];
  private readonly products: string[] = [];
  /** Billing reason and amount of each order, and the discount that lowered it. */
  readonly orders: string[] = [];
  /** Outcome and amount of each payment beside that of the checkout. */
  readonly payments: string[] = [];
  /** The amounts of payments that arrived after its end: they are refunded by themselves. */
  readonly lateRefunds: number[] = [];
  /** The state of the license key of each product that it has had. */
  readonly keys = new Map<string, 'granted' | 'revoked'>();
  /** A refund has revoked its benefits, until the next order. */
  private isWithheld = false;
  private anchorDay: number;
  /** What the present period costs after the discount. */
  private net = 0;
  private firstUsedAt: number | null = null;
  private isBilled = false;
  private waiting: number[] = [];
  /** What lowered the last of what waits. */
  private waitingDiscount: string | null = null;
  private firstFailedAt: number | null = null;
  /** How long it was paused in the present period. */
  private pausedFor = 0;

  constructor(
    public price: ModelPrice,
    public method: ModelMethod,
    discount: ModelDiscount | null,
    now: number,
    private readonly dunningEnd: 'canceled' | 'unpaid',
  ) {
    this.discount = discount;
    this.start = now;
    this.status = price.trialDays === null ? 'active' : 'trialing';
    const trialEnd = now + (price.trialDays ?? 0) * DAY;
    this.anchorDay = dayOf(trialEnd);
    this.end = price.trialDays === null ? monthsLater(now, price.months, dayOf(now)) : trialEnd;
    if (price.trialDays === null) {
      this.net = this.netOf(price, now);
      this.isBilled = true;
      this.orders.push(`subscription_create ${this.net} ${this.loweredBy(price, now)}`);
      if (discount) this.firstUsedAt = now;
      if (this.net > 0) {
        method.charge(false);
        this.kept.push(this.net);
        this.products.push(price.product);
        this.inPeriod = [{ order: 0, amount: this.net }];
      }
    }
    this.followKeys();
  }

  get credit(): number {
    return total(this.inCredit);
  }

  get isRunning(): boolean {
    return ['trialing', 'active', 'past_due'].includes(this.status);
  }

  private get isOverdue(): boolean {
    return ['past_due', 'unpaid'].includes(this.status);
  }

  /** When something happens by itself; null where nothing does, or where a payment is waited for. */
  get dueAt(): number | null {
    if (this.open) return null;
    if (this.isStopped) return (this.firstFailedAt ?? 0) + 7 * DAY;
    if (this.status === 'past_due') return this.nextRetryAt;
    return this.isRunning && this.pausedAt === null ? this.end : null;
  }

  runDue(now: number): void {
    if (this.isStopped) {
      this.finish(this.dunningEnd);
      return;
    }
    if (!this.cancelAtEnd || this.isOverdue) {
      this.renew(now, (at = now, isFinal) => this.fail(at, isFinal));
      return;
    }
    const waiting = sum(this.waiting);
    const over = () => this.finish('canceled');
    if (waiting <= 0) over();
    else {
      const settling = {
        given: [],
        takesWaiting: true,
        cost: 0,
        product: this.price.product,
        discount: this.waitingDiscount,
      };
      this.charge('subscription_update', waiting, settling, over, over, true);
    }
  }

  retry(now: number): Answer {
    if (!this.isOverdue) return 'NotPermitted';
    if (this.open) return 'Conflict';
    return this.renew(now, (_, isFinal) => {
      if (isFinal && this.status === 'past_due') this.stop();
    });
  }

  setMethod(method: ModelMethod, now: number): Answer {
    if (this.status === 'canceled') return 'AlreadyCanceledSubscription';
    if (this.isOverdue && this.open) return 'Conflict';
    this.method = method;
    if (this.isStopped) {
      this.isStopped = false;
      this.nextRetryAt = this.retryAfter(now) ?? null;
    }
    return this.isOverdue ? this.retry(now) : 'ok';
  }

  cancelAtPeriodEnd(): Answer {
    if (!this.isRunning) return 'AlreadyCanceledSubscription';
    if (this.status === 'past_due') this.finish('canceled');
    else this.cancelAtEnd = true;
    return 'ok';
  }

  keep(): Answer {
    if (!this.isRunning) return 'AlreadyCanceledSubscription';
    if (this.cancelAtEnd && this.open?.isLast) return 'Conflict';
    this.cancelAtEnd = false;
    return 'ok';
  }

  endNow(): Answer {
    if (this.status === 'canceled') return 'AlreadyCanceledSubscription';
    this.finish('canceled');
    return 'ok';
  }

  pause(now: number): Answer {
    if (!this.isRunning) return 'AlreadyCanceledSubscription';
    if (this.pausedAt !== null) return 'ok';
    if (this.status === 'past_due') return 'NotPermitted';
    if (this.open?.isLast) return 'Conflict';
    this.pausedAt = now;
    return 'ok';
  }

  resume(now: number): Answer {
    if (!this.isRunning) return 'AlreadyCanceledSubscription';
    if (this.pausedAt === null) return 'ok';
    if (this.open) return 'Conflict';
    this.end += now - this.pausedAt;
    this.pausedFor += now - this.pausedAt;
    this.anchorDay = dayOf(this.end);
    this.pausedAt = null;
    return 'ok';
  }

  /** A refund has succeeded, of the nth of the orders that took money. Returns what it took of the credit. */
  refund(nth: number, amount: number, revokes: boolean): number {
    const credited = this.credit + total(this.inWaiting);
    const before = this.kept[nth] ?? 0;
    const kept = before - amount;
    this.kept[nth] = kept;
    const own = (money: readonly Money[]) => total(money.filter(({ order }) => order === nth));
    const cut = (money: readonly Money[], most: number) => {
      let left = Math.max(0, own(money) - Math.max(0, most));
      return present(
        money.map(({ order, amount: all }) => {
          const taken = order === nth ? Math.min(all, left) : 0;
          left -= taken;
          return { order, amount: all - taken };
        }),
      );
    };
    this.inCredit = cut(this.inCredit, kept);
    const waited = total(this.inWaiting);
    this.inWaiting = cut(this.inWaiting, kept - own(this.inCredit));
    if (waited > total(this.inWaiting)) this.waiting.push(waited - total(this.inWaiting));
    const held = total(this.inPeriod);
    const share =
      before > 0 ? Math.floor((2 * own(this.inPeriod) * kept + before) / (2 * before)) : 0;
    const rest = kept - own(this.inCredit) - own(this.inWaiting);
    this.inPeriod = cut(this.inPeriod, Math.min(share, rest));
    this.lowerNet(held);
    // What it sold before is not what other orders have paid for since.
    if (revokes && this.isRunning && this.products[nth] === this.price.product) {
      this.isWithheld = true;
      this.followKeys();
    }
    return credited - this.credit - total(this.inWaiting);
  }

  /** The period costs less where it holds less than the `cost` that it held, or should hold. */
  private lowerNet(cost: number): void {
    const held = total(this.inPeriod);
    if (held < cost) this.net = Math.floor((2 * this.net * held + cost) / (2 * cost));
  }

  /** Returns whether it counts as a redemption. */
  setDiscount(discount: ModelDiscount | null): boolean {
    const isNew = discount !== null && discount.id !== this.discount?.id;
    if (discount === null || isNew) {
      this.discount = discount;
      this.firstUsedAt = null;
    }
    return isNew;
  }

  changePrice(
    price: ModelPrice,
    behavior: 'invoice' | 'prorate' | 'next_period',
    now: number,
  ): Answer {
    if (!this.isRunning) return 'AlreadyCanceledSubscription';
    if (this.status === 'past_due' || this.pausedAt !== null) return 'NotPermitted';
    const before = this.price;
    const { pendingPrice } = this;
    const move = () => {
      this.price = price;
      if (this.pendingPrice === pendingPrice) this.pendingPrice = null;
      this.followKeys();
    };
    const isLater = behavior === 'next_period' && this.status === 'active';
    if (this.open && (!isLater || this.open.isLast)) return 'Conflict';
    if (this.status === 'trialing') {
      move();
      return 'ok';
    }
    if (behavior === 'next_period') {
      this.pendingPrice = price;
      return 'ok';
    }
    const net = this.netOf(price, now);
    const discount = this.loweredBy(price, now);
    const unused =
      before.amount === null ? 0 : Math.min(this.partLeft(this.net, now), total(this.inPeriod));
    const given = lastOf(this.inPeriod, unused);
    if (before.amount === null || before.months !== price.months) {
      const anchorDay = dayOf(now);
      const period = { start: now, end: monthsLater(now, price.months, anchorDay) };
      const { product } = price;
      const buying = { given, takesWaiting: false, cost: net, product, discount };
      return this.charge('subscription_update', net - unused, buying, () => {
        move();
        this.use(price, now);
        Object.assign(this, { net, anchorDay, ...period, pausedFor: 0 });
        this.lowerNet(net);
      });
    }
    const cost = this.partLeft(net, now);
    if (behavior === 'prorate') {
      move();
      this.net = net;
      this.waiting.push(cost - unused);
      this.waitingDiscount = discount ?? this.waitingDiscount;
      const money = present([...given, { order: null, amount: cost - unused }]);
      this.inPeriod = firstOf(money, cost);
      this.inWaiting = [...this.inWaiting, ...lastOf(money, total(money) - cost)];
      return 'ok';
    }
    const buying = { given, takesWaiting: false, cost, product: price.product, discount };
    return this.charge('subscription_update', cost - unused, buying, () => {
      move();
      this.use(price, now);
      this.net = net;
      this.lowerNet(cost);
    });
  }

  /** The outcome of the open payment arrives. */
  settle(at: number): void {
    const { open } = this;
    this.open = null;
    if (!open) return;
    if (open.outcome === 'succeeded') open.paid();
    else open.declined(at);
  }

  private renew(now: number, failed: Failed): Answer {
    const price = this.pendingPrice ?? this.price;
    const isAnchored = this.status !== 'unpaid' && price.months === this.price.months;
    let start = this.status === 'unpaid' ? now : this.end;
    const anchorDay = isAnchored ? this.anchorDay : dayOf(start);
    let end = monthsLater(start, price.months, anchorDay);
    while (end <= now) {
      start = end;
      end = monthsLater(start, price.months, anchorDay);
    }
    const net = this.netOf(price, start);
    const reason = this.isBilled ? 'subscription_cycle' : 'subscription_create';
    const paid = () => {
      this.use(price, start);
      Object.assign(this, {
        status: 'active',
        price,
        pendingPrice: null,
        start,
        end,
        anchorDay,
        net,
      });
      Object.assign(this, { isBilled: true, firstFailedAt: null, nextRetryAt: null });
      this.isStopped = false;
      Object.assign(this, { waiting: [], waitingDiscount: null });
      this.pausedFor = 0;
      this.lowerNet(net);
      this.followKeys();
    };
    const discount = this.loweredBy(price, start) ?? this.waitingDiscount;
    const { product } = price;
    const buying = { given: [], takesWaiting: true, cost: net, product, discount };
    return this.charge(reason, net + sum(this.waiting), buying, paid, failed);
  }

  /** One order of a sum with what is carried and credited; less than 50 is carried on. */
  private charge(
    reason: string,
    charged: number,
    { given, takesWaiting, cost, product, discount }: Sum,
    paid: () => void,
    declined: Failed = () => {},
    isLast = false,
  ): Answer {
    const due = charged + this.carried;
    const used = Math.max(0, Math.min(this.credit, due));
    const left = Math.max(0, due - used);
    const isCarried = left > 0 && left < 50;
    const amount = isCarried ? 0 : left;
    const done = () => {
      this.orders.push(`${reason} ${amount} ${discount}`);
      const order = this.kept.length;
      if (amount > 0) {
        this.kept.push(this.status === 'canceled' ? 0 : amount);
        this.products.push(product);
      }
      if (this.status === 'canceled') {
        this.lateRefunds.push(amount);
        return;
      }
      const money = present([
        ...lastOf(this.inPeriod, total(given)),
        ...(takesWaiting ? this.inWaiting : []),
        ...firstOf(this.inCredit, used),
        { order, amount },
        { order: null, amount: isCarried ? left : 0 },
      ]);
      // What was owed is paid first by itself, then by the first money.
      const booked = Math.max(0, -due);
      let debt = Math.max(0, total(money) - cost - booked);
      for (const one of [
        ...money.filter((some) => some.order === null),
        ...money.filter((some) => some.order !== null),
      ]) {
        const part = Math.min(debt, one.amount);
        one.amount -= part;
        debt -= part;
      }
      this.inCredit = [
        ...lastOf(this.inCredit, this.credit - used),
        ...lastOf(present(money), Math.max(0, total(money) - cost)),
      ];
      this.inPeriod = firstOf(present(money), cost);
      if (takesWaiting) this.inWaiting = [];
      this.carried = isCarried ? left : 0;
      if (amount > 0 || reason !== 'subscription_update') this.isWithheld = false;
      paid();
      this.followKeys();
    };
    if (amount === 0) {
      done();
      return 'ok';
    }
    const outcome = this.method.charge();
    const { isFinal } = this.method;
    const settled = {
      outcome,
      paid: () => {
        this.payments.push(`succeeded ${amount}`);
        done();
      },
      isLast,
      declined: (at?: number) => {
        this.payments.push(`declined ${amount}`);
        if (this.status !== 'canceled') declined(at, isFinal);
      },
    };
    if (this.method.isSlow) {
      this.open = settled;
      return 'ok';
    }
    settled[outcome === 'succeeded' ? 'paid' : 'declined']();
    return outcome === 'succeeded' ? 'ok' : 'PaymentError';
  }

  private fail(now: number, isFinal: boolean): void {
    if (this.pausedAt !== null) return;
    if (this.cancelAtEnd) {
      this.finish('canceled');
      return;
    }
    const first = this.firstFailedAt ?? now;
    this.firstFailedAt = first;
    const next = this.retryAfter(now);
    if (next === undefined) {
      this.finish(this.dunningEnd);
      return;
    }
    this.status = 'past_due';
    this.nextRetryAt = next;
    if (isFinal) this.stop();
  }

  private retryAfter(now: number): number | undefined {
    const first = this.firstFailedAt ?? now;
    return [1, 3, 5, 7].map((days) => first + days * DAY).find((time) => time > now);
  }

  private stop(): void {
    this.isStopped = true;
    this.nextRetryAt = null;
  }

  private finish(status: 'canceled' | 'unpaid'): void {
    Object.assign(this, { status, cancelAtEnd: false, pausedAt: null, pendingPrice: null });
    Object.assign(this, { waiting: [], waitingDiscount: null, carried: 0, firstFailedAt: null });
    Object.assign(this, { inPeriod: [], inWaiting: [], inCredit: [] });
    this.nextRetryAt = null;
    this.isStopped = false;
    this.followKeys();
  }

  /** Whether the discount reduces an order at a time. */
  private isReducing(price: ModelPrice, at: number): boolean {
    if (!this.discount || price.amount === null) return false;
    if (this.firstUsedAt === null) return true;
    const { months } = this.discount;
    if (months === Infinity) return true;
    return months > 0 && at < monthsLater(this.firstUsedAt, months, dayOf(this.firstUsedAt));
  }

  private netOf(price: ModelPrice, at: number): number {
    const amount = price.amount ?? 0;
    return this.discount && this.isReducing(price, at)
      ? amount - this.discount.reduce(amount)
      : amount;
  }

  private loweredBy(price: ModelPrice, at: number): string | null {
    return this.netOf(price, at) < (price.amount ?? 0) ? (this.discount?.id ?? null) : null;
  }

  private use(price: ModelPrice, at: number): void {
    if (this.isReducing(price, at)) this.firstUsedAt ??= at;
  }

  /** The part of a period's amount that is left, by seconds, half up. */
  private partLeft(amount: number, now: number): number {
    const whole = Math.floor((this.end - this.start - this.pausedFor) / SECOND);
    const left = Math.min(whole, Math.max(0, Math.floor((this.end - now) / SECOND)));
    return Math.floor((2 * amount * left + whole) / (2 * whole));
  }

  private followKeys(): void {
    for (const product of this.keys.keys()) this.keys.set(product, 'revoked');
    if (this.isRunning && !this.isWithheld) this.keys.set(this.price.product, 'granted');
  }
}

function present(money: readonly Money[]): Money[] {
  return money.filter(({ amount }) => amount > 0);
}

function total(money: readonly Money[]): number {
  return sum(money.map(({ amount }) => amount));
}

/** The money that came in first, up to an amount. */
function firstOf(money: readonly Money[], amount: number): Money[] {
  let left = amount;
  return present(
    money.map((one) => {
      const part = Math.max(0, Math.min(one.amount, left));
      left -= part;
      return { ...one, amount: part };
    }),
  );
}

/** The money that came in last. */
function lastOf(money: readonly Money[], amount: number): Money[] {
  return firstOf(money.toReversed(), amount).toReversed();
}

function dayOf(time: number): number {
  return new Date(time).getUTCDate();
}

/** The same time of day so many months later, on a day of the month or on the last of a shorter one. */
function monthsLater(time: number, months: number, day: number): number {
  const date = new Date(time);
  const target = new Date(time);
  target.setUTCDate(1);
  target.setUTCMonth(date.getUTCMonth() + months);
  const month = target.getUTCMonth();
  target.setUTCDate(day);
  while (target.getUTCMonth() !== month) target.setUTCDate(0);
  return target.getTime();
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
