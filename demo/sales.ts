import { PEOPLE } from '@/demo/people';
import type { Random } from '@/demo/random';
import { type Refunds, refundSome } from '@/demo/refunds';
import type { Catalogue, SoldProduct } from '@/demo/shop';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { Discount, Prisma } from '@/lib/database/generated/client';
import { sandboxMethod } from '@/lib/integrations/payments/sandbox';
import { rulesOf } from '@/lib/resources/benefits/rules';
import {
  isReducing,
  type Line,
  type Period,
  serializeLine,
  soldLines,
  sumOf,
} from '@/lib/resources/billing/rules';
import { amountsOf } from '@/lib/resources/checkouts/rules';
import { methodColumns } from '@/lib/resources/payments/service';
import { RETRY_DAYS } from '@/lib/resources/subscriptions/life-cycle';
import { firstPeriod, periodEnd } from '@/lib/resources/subscriptions/rules';
import { digest } from '@/lib/runtime/secrets';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Rows of fourteen months of business, table by table, in the order in which they can be written. */
export interface Sales extends Refunds {
  customers: Prisma.CustomerCreateManyInput[];
  checkouts: Prisma.CheckoutCreateManyInput[];
  attempts: Prisma.PaymentAttemptCreateManyInput[];
  charges: Prisma.SandboxChargeCreateManyInput[];
  subscriptions: Prisma.SubscriptionCreateManyInput[];
  orders: Prisma.OrderCreateManyInput[];
  trials: Prisma.TrialCreateManyInput[];
  grants: Prisma.BenefitGrantCreateManyInput[];
  keys: Prisma.LicenseKeyCreateManyInput[];
  activations: Prisma.LicenseActivationCreateManyInput[];
}

type Customer = Prisma.CustomerCreateManyInput & { id: string; createdAt: Date };
type Price = SoldProduct['prices'][number];

/** Makes up the sales of the fourteen months before `now`; the same `random` gives the same ones. */
export function generateSales(catalogue: Catalogue, random: Random, now: Date): Sales {
  const { sales } = new Business(catalogue, random, now);
  return { ...sales, ...refundSome(sales, random, now) };
}

function testCard() {
  const { paymentMethod, paymentMethodDetails } = methodColumns(
    sandboxMethod('pm_card_visa'),
    null,
  );
  return { paymentMethod, paymentMethodDetails: { ...paymentMethodDetails } };
}

type Outcome =
  | { status: 'succeeded' | 'processing' }
  | { status: 'declined'; code: string; declineCode: string };

/** What was charged, as far as it is shown: the card of every subscription, but by a bank and by a card that never pays. */
function chargedMethod(outcome: Outcome) {
  const isRefused = outcome.status === 'declined' && outcome.declineCode === 'generic_decline';
  const token = isRefused ? 'pm_card_chargeDeclined' : 'pm_card_visa';
  return { ...sandboxMethod(outcome.status === 'processing' ? 'pm_usBankAccount' : token).details };
}

function causedBy({ id, organizationId }: { id: string; organizationId: string }) {
  return { organizationId, checkoutId: id };
}

/** The line of what was sold, and that of the discount. */
function linesOf(
  { name }: SoldProduct,
  sale: { amount: number; subtotalAmount: number; discount: Discount | null; period?: Period },
): Line[] {
  const { amount, subtotalAmount, discount, period = null } = sale;
  const reduction = amount - subtotalAmount;
  return soldLines(name, amount, discount && { ...discount, reduction }, period);
}

class Business {
  readonly sales: Omit<Sales, keyof Refunds> = {
    customers: [],
    checkouts: [],
    attempts: [],
    charges: [],
    subscriptions: [],
    orders: [],
    trials: [],
    grants: [],
    keys: [],
    activations: [],
  };
  readonly #catalogue: Catalogue;
  readonly #random: Random;
  readonly #now: Date;
  /** The code of each discounted purchase. */
  readonly #redeemed: string[] = [];
  /** The payment method of every subscription: a test card that pays. */
  readonly #card = testCard();

  constructor(catalogue: Catalogue, random: Random, now: Date) {
    this.#catalogue = catalogue;
    this.#random = random;
    this.#now = now;
    PEOPLE.forEach((person, index) => {
      const customer = this.#customer(person, index);
      const purchases = random.pick([1, 1, 1, 2, 2, 3]);
      for (let purchase = 0; purchase < purchases; purchase += 1)
        this.#purchase(customer, purchase);
    });
    this.#unfinished();
    this.#everyState();
  }

  #customer([name, country, city]: (typeof PEOPLE)[number], index: number): Customer {
    const age = 424 - index * 6.9 - this.#random.next() * 5;
    const createdAt = this.#ago(age);
    const ascii = name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase();
    const customer = {
      id: this.#random.id(createdAt),
      organizationId: this.#catalogue.organizationId,
      createdAt,
      email: `${ascii.split(' ').join('.')}@example.com`,
      name,
      billingAddress: { line1: null, line2: null, postal_code: null, city, state: null, country },
      metadata: this.#random.chance(0.3)
        ? { source: this.#random.pick(['letter', 'search', 'friend']) }
        : {},
    };
    this.sales.customers.push(customer);
    return customer;
  }

  /** A moment during working hours, that many days ago, never in the future. */
  #ago(days: number): Date {
    const day = new Date(this.#now.getTime() - days * DAY);
    day.setUTCHours(
      this.#random.between(7, 21),
      this.#random.between(0, 59),
      this.#random.between(0, 59),
      0,
    );
    return new Date(Math.min(day.getTime(), this.#now.getTime() - HOUR));
  }

  #purchase(customer: Customer, nth: number): void {
    const { products } = this.#catalogue;
    const weighted = products.flatMap((product) =>
      Array<SoldProduct>(product.weight).fill(product),
    );
    const product = this.#random.pick(weighted);
    const price = this.#random.pick(product.prices);
    const daysAgo = (this.#now.getTime() - customer.createdAt.getTime()) / DAY;
    const at = nth === 0 ? customer.createdAt : this.#ago(this.#random.next() * daysAgo);
    const isDiscounted = price.amountType === 'fixed' && this.#random.chance(0.2);
    const discount = isDiscounted ? this.#discountFor(price, at) : null;
    const checkout = this.checkout(product, price, at, { status: 'succeeded', customer, discount });
    if (price.type === 'recurring')
      this.#subscribe(customer, product, price, at, checkout, discount);
    else this.#sell(customer, product, price, at, checkout, discount);
  }

  /** The first of the codes that this purchase can be made with: those for once, then QUIET3 and FRIENDS in turn. */
  #discountFor(price: Price, at: Date): Discount | null {
    const isMonthly = price.recurringInterval === 'month';
    const codes = price.type === 'one_time' ? ['LAUNCH', 'TYPECON'] : isMonthly ? ['QUIET3'] : [];
    const found = [...codes, 'FRIENDS'].map((name) => {
      const discount = this.#catalogue.discounts.find(({ code }) => code === name);
      return { discount, used: this.#redeemed.filter((code) => code === name).length };
    });
    const friends = found.at(-1);
    const fitting = found.find(({ discount, used }) => {
      if (!discount || (discount.endsAt && discount.endsAt <= at)) return false;
      if (used >= (discount.maxRedemptions ?? Number.POSITIVE_INFINITY)) return false;
      return discount.duration !== 'repeating' || used <= (friends?.used ?? 0);
    });
    const discount = fitting?.discount ?? null;
    if (discount?.code) this.#redeemed.push(discount.code);
    return discount;
  }

  checkout(
    product: SoldProduct,
    price: Price,
    at: Date,
    more: {
      status: 'open' | 'expired' | 'confirmed' | 'succeeded' | 'failed';
      customer?: Customer;
      discount?: Discount | null;
      /** Somebody who has begun to fill in the form. */
      visitor?: { customerName: string; customerEmail: string };
    },
  ) {
    const { status, customer, discount = null } = more;
    const custom =
      price.amountType === 'custom' ? this.#random.pick([500, 1000, 1500, 1500, 2000, 3000]) : null;
    const amounts = amountsOf(price, custom, discount);
    const isOver = status !== 'open' && status !== 'expired';
    const row = {
      id: this.#random.id(at),
      organizationId: product.organizationId,
      createdAt: at,
      modifiedAt: new Date(at.getTime() + 4 * 60_000),
      status,
      clientSecret: `td_c_${this.#random.text(43)}`,
      expiresAt: new Date(at.getTime() + DAY),
      productId: product.id,
      priceId: price.id,
      discountId: discount?.id ?? null,
      customAmount: custom,
      customerId: customer?.id ?? null,
      customerName: customer?.name ?? more.visitor?.customerName ?? null,
      customerEmail: customer?.email ?? more.visitor?.customerEmail ?? null,
      customerIpAddress: `203.0.113.${this.#random.between(1, 254)}`,
      ...(customer ? { customerBillingAddress: customer.billingAddress ?? {} } : {}),
      ...(isOver ? amounts : {}),
    };
    this.sales.checkouts.push(row);
    return { ...row, amounts };
  }

  #attempt(
    {
      organizationId,
      ...cause
    }: { organizationId: string } & ({ checkoutId: string } | { subscriptionId: string }),
    amount: number,
    at: Date,
    outcome: Outcome,
  ): string {
    const id = this.#random.id(at);
    const { status } = outcome;
    const reason =
      status === 'declined' ? { code: outcome.code, declineCode: outcome.declineCode } : {};
    this.sales.attempts.push({
      id,
      organizationId,
      ...cause,
      createdAt: at,
      settledAt: status === 'processing' ? null : at,
      status,
      amount,
      currency: DEFAULT_CURRENCY,
      processorReference: id,
      paymentMethodDetails: chargedMethod(outcome),
      update: {},
      ...reason,
    });
    this.sales.charges.push({
      idempotencyKey: id,
      createdAt: at,
      amount,
      currency: DEFAULT_CURRENCY,
      // The demo's bank transfer never arrives, so that a waiting payment can always be seen.
      outcome: status === 'processing' ? 'processing_held' : status,
      ...reason,
    });
    return id;
  }

  #sell(
    customer: Customer,
    product: SoldProduct,
    price: Price,
    at: Date,
    checkout: ReturnType<Business['checkout']>,
    discount: Discount | null,
  ): void {
    const { subtotalAmount } = checkout.amounts;
    if (subtotalAmount > 0 && this.#random.chance(0.08)) {
      const broke = {
        status: 'declined',
        code: 'card_declined',
        declineCode: 'insufficient_funds',
      } as const;
      this.#attempt(causedBy(checkout), subtotalAmount, new Date(at.getTime() + 60_000), broke);
    }
    const attemptId =
      subtotalAmount > 0
        ? this.#attempt(causedBy(checkout), subtotalAmount, at, { status: 'succeeded' })
        : null;
    const { amount } = checkout.amounts;
    const orderId = this.#order(customer, product, price, at, {
      lines: linesOf(product, { amount, subtotalAmount, discount }),
      billingReason: 'purchase',
      checkoutId: checkout.id,
      attemptId,
      discountId: discount?.id ?? null,
    });
    this.#grant(customer, product, at, { orderId }, null);
  }

  #order(
    customer: Customer,
    product: SoldProduct,
    price: Price,
    at: Date,
    more: Pick<
      Prisma.OrderCreateManyInput,
      'billingReason' | 'checkoutId' | 'attemptId' | 'discountId' | 'subscriptionId'
    > & { lines: Line[] },
  ): string {
    const id = this.#random.id(at);
    const { lines, ...order } = more;
    this.sales.orders.push({
      id,
      organizationId: product.organizationId,
      createdAt: at,
      amount: sumOf(lines),
      lines: lines.map((line) => ({ ...serializeLine(line) })),
      taxAmount: 0,
      currency: price.currency,
      billingName: customer.name ?? null,
      billingAddress: customer.billingAddress ?? {},
      customerId: customer.id,
      productId: product.id,
      priceId: price.id,
      ...order,
    });
    return id;
  }

  #subscribe(
    customer: Customer,
    product: SoldProduct,
    price: Price,
    at: Date,
    checkout: ReturnType<Business['checkout']>,
    discount: Discount | null,
  ): void {
    const interval = price.recurringInterval ?? 'month';
    const { end: firstEnd, anchorDay } = firstPeriod(at, {
      recurringInterval: interval,
      trialDays: price.trialDays,
    });
    const id = this.#random.id(at);
    const endsBy = this.#random.chance(0.25)
      ? this.#random.between(1, 5)
      : Number.POSITIVE_INFINITY;
    const free = price.amountType === 'free';
    const { amount, subtotalAmount } = checkout.amounts;
    const trialEnd = price.trialDays === null ? null : firstEnd;
    const isTrialing = trialEnd !== null && trialEnd > this.#now;

    let [start, end] = [at, firstEnd];
    let periods = 1;
    const firstUsedAt = trialEnd ?? at;
    const termsAt = (time: Date) =>
      discount && isReducing({ ...discount, firstUsedAt }, time)
        ? { amount, subtotalAmount, discount }
        : { amount, subtotalAmount: amount, discount: null };
    if (trialEnd !== null) {
      this.sales.trials.push({
        organizationId: product.organizationId,
        productId: product.id,
        emailDigest: digest(customer.email.toLowerCase()),
        createdAt: at,
        checkoutId: checkout.id,
        customerId: customer.id,
      });
    }
    if (trialEnd === null)
      this.#charge(customer, product, price, { start, end }, id, {
        ...termsAt(start),
        isFirst: true,
        checkout,
      });
    while (end <= this.#now && periods < endsBy) {
      start = end;
      end = periodEnd(start, interval, anchorDay);
      periods += 1;
      // The first charge of a trial is that of its end.
      const isFirst = trialEnd !== null && periods === 2;
      this.#charge(customer, product, price, { start, end }, id, { ...termsAt(start), isFirst });
    }
    const ended = end <= this.#now ? end : null;
    const firstBilledAt = isTrialing ? null : (trialEnd ?? at);
    const cancelAtPeriodEnd = ended === null && this.#random.chance(0.08);
    this.sales.subscriptions.push({
      id,
      organizationId: product.organizationId,
      createdAt: at,
      modifiedAt: ended ?? (start > at ? start : null),
      status: ended ? 'canceled' : isTrialing ? 'trialing' : 'active',
      amount: free ? null : amount,
      currency: free ? null : price.currency,
      recurringInterval: interval,
      currentPeriodStart: start,
      currentPeriodEnd: end,
      anchorDay,
      cancelAtPeriodEnd,
      canceledAt: ended ?? (cancelAtPeriodEnd ? start : null),
      startedAt: at,
      endedAt: ended,
      nextActionAt: ended ? null : end,
      firstBilledAt,
      discountUsedAt: discount && firstBilledAt,
      periodAmount: isTrialing ? 0 : termsAt(start).subtotalAmount,
      ...(free ? {} : this.#card),
      customerId: customer.id,
      productId: product.id,
      priceId: price.id,
      discountId: discount?.id ?? null,
      checkoutId: checkout.id,
      billingName: customer.name ?? null,
      billingAddress: customer.billingAddress ?? {},
    });
    this.#grant(customer, product, at, { subscriptionId: id }, ended);
  }

  #charge(
    customer: Customer,
    product: SoldProduct,
    price: Price,
    period: Period,
    subscriptionId: string,
    terms: Parameters<typeof linesOf>[1] & {
      isFirst: boolean;
      /** The one that was paid by it; otherwise the subscription is charged by itself. */
      checkout?: { id: string; organizationId: string };
    },
  ): void {
    const { organizationId } = product;
    const { subtotalAmount, discount, isFirst, checkout } = terms;
    const cause = checkout ? causedBy(checkout) : { organizationId, subscriptionId };
    const attemptId =
      subtotalAmount > 0
        ? this.#attempt(cause, subtotalAmount, period.start, { status: 'succeeded' })
        : null;
    this.#order(customer, product, price, period.start, {
      lines: linesOf(product, { ...terms, period }),
      billingReason: isFirst ? 'subscription_create' : 'subscription_cycle',
      checkoutId: checkout?.id ?? null,
      attemptId,
      subscriptionId,
      discountId: discount?.id ?? null,
    });
  }

  /** What a failed renewal leaves: its declined attempt, and the next retry, which is to come. */
  #overdue(subscriptionId: string, amount: number, failedAt: Date) {
    const { organizationId } = this.#catalogue;
    const retries = RETRY_DAYS.map((days) => new Date(failedAt.getTime() + days * DAY));
    for (const at of [failedAt, ...retries].filter((time) => time <= this.#now)) {
      this.#attempt({ organizationId, subscriptionId }, amount, at, {
        status: 'declined',
        code: 'card_declined',
        declineCode: 'insufficient_funds',
      });
    }
    const nextRetryAt =
      retries.find((retry) => retry > this.#now) ?? new Date(this.#now.getTime() + DAY);
    return { firstFailedAt: failedAt, nextRetryAt, nextActionAt: nextRetryAt };
  }

  #grant(
    customer: Customer,
    product: SoldProduct,
    at: Date,
    source: { orderId: string } | { subscriptionId: string },
    revokedAt: Date | null,
  ): void {
    for (const benefit of product.granted) {
      const grantId = this.#random.id(at);
      const base = {
        organizationId: product.organizationId,
        createdAt: at,
        customerId: customer.id,
        benefitId: benefit.id,
      };
      this.sales.grants.push({
        id: grantId,
        ...base,
        ...source,
        grantedAt: at,
        revokedAt,
        modifiedAt: revokedAt,
        properties: this.#catalogue.grantProperties(benefit, grantId),
      });
      if (rulesOf(benefit).hasKey) this.#key(grantId, base, benefit.limits, revokedAt);
    }
  }

  #key(
    grantId: string,
    base: { organizationId: string; createdAt: Date; customerId: string; benefitId: string },
    limits: {
      prefix: string | null;
      activations: number | null;
      usage: number | null;
      isYearly: boolean;
    },
    revokedAt: Date | null,
  ): void {
    const { createdAt, organizationId } = base;
    const random = this.#random;
    const id = random.id(createdAt);
    const uuid = random.uuid().toUpperCase();
    const used = random.between(0, limits.activations ?? 0);
    const lastValidatedAt = random.chance(0.8)
      ? new Date(
          createdAt.getTime() +
            random.next() * ((revokedAt ?? this.#now).getTime() - createdAt.getTime()),
        )
      : null;
    this.sales.keys.push({
      id,
      ...base,
      grantId,
      modifiedAt: revokedAt ?? lastValidatedAt,
      key: limits.prefix === null ? uuid : `${limits.prefix}-${uuid}`,
      status: revokedAt ? 'revoked' : random.chance(0.05) ? 'disabled' : 'granted',
      limitActivations: limits.activations,
      limitUsage: limits.usage,
      usage: limits.usage === null ? 0 : random.between(0, limits.usage),
      validations: lastValidatedAt ? random.between(1, 240) : 0,
      lastValidatedAt,
      expiresAt: limits.isYearly ? new Date(createdAt.getTime() + 365 * DAY) : null,
    });
    for (let nth = 0; nth < used; nth += 1) {
      const at = new Date(createdAt.getTime() + (nth + 1) * HOUR * random.between(1, 40));
      const activatedAt = at < this.#now ? at : createdAt;
      this.sales.activations.push({
        id: random.id(activatedAt),
        organizationId,
        licenseKeyId: id,
        createdAt: activatedAt,
        label: random.pick([
          'MacBook Pro',
          'Studio iMac',
          'ThinkPad',
          'Office PC',
          'Home desktop',
          'Framework 13',
        ]),
        meta: { os: random.pick(['macOS 26', 'Windows 11', 'Ubuntu 26.04']) },
      });
    }
  }

  /** People who did not finish: expired checkouts, open ones of today, declined cards. */
  #unfinished(): void {
    const { products } = this.#catalogue;
    const live = products.filter(({ isArchived }) => !isArchived);
    const visitors = [
      ['Helena Strand', 'helena.strand@example.com'],
      ['Ben Archer', 'ben.archer@example.com'],
      ['Rosa Delgado', 'rosa.delgado@example.com'],
      ['Tim Yates', 'tim.yates@example.com'],
    ] as const;
    for (let nth = 0; nth < 46; nth += 1) {
      const product = this.#random.pick(live);
      const [customerName, customerEmail] = this.#random.pick(visitors);
      const visitor = this.#random.chance(0.5) ? { visitor: { customerName, customerEmail } } : {};
      const at =
        nth < 6 ? new Date(this.#now.getTime() - (nth + 1) * 3 * HOUR) : this.#ago(2 + nth * 7);
      const status = nth < 6 ? 'open' : nth % 15 === 0 ? 'failed' : 'expired';
      const price = product.prices[0];
      if (!price) continue;
      const checkout = this.checkout(product, price, at, { status, ...visitor });
      if (status === 'failed' || nth % 9 === 1) {
        const bad = {
          status: 'declined',
          code: 'card_declined',
          declineCode: 'generic_decline',
        } as const;
        if (price.amountType === 'fixed')
          this.#attempt(causedBy(checkout), checkout.amounts.totalAmount, at, bad);
      }
    }
  }

  /** The states that ordinary business did not happen to end in. */
  #everyState(): void {
    const pro = this.#catalogue.products.find(({ name }) => name === 'Quill Pro');
    const teams = this.#catalogue.products.find(({ name }) => name === 'Quill for Teams');
    const [monthly] = pro?.prices ?? [];
    const [team] = teams?.prices ?? [];
    if (!pro || !monthly || !teams || !team) throw new Error('The demo has no Quill Pro');
    const states = [
      ['past_due', 34],
      ['past_due', 33],
      ['unpaid', 75],
      ['incomplete', 1],
      ['incomplete_expired', 20],
      ['canceled', 90],
    ] as const;
    states.forEach(([status, days], nth) => {
      const customer = this.sales.customers[nth * 3] as Customer;
      const begun = this.#ago(days);
      const isBegun = status !== 'incomplete' && status !== 'incomplete_expired';
      const end = periodEnd(begun, 'month', begun.getUTCDate());
      const id = this.#random.id(begun);
      const lastTry = new Date(end.getTime() + Math.max(...RETRY_DAYS) * DAY);
      const endedAt = status === 'canceled' ? end : status === 'unpaid' ? lastTry : null;
      const isOverdue = status === 'past_due' || status === 'unpaid';
      const checkout = isBegun
        ? this.checkout(pro, monthly, begun, { status: 'succeeded', customer })
        : undefined;
      const overdue = isOverdue ? this.#overdue(id, monthly.amount ?? 0, end) : {};
      this.sales.subscriptions.push({
        id,
        organizationId: pro.organizationId,
        createdAt: begun,
        status,
        amount: monthly.amount,
        currency: monthly.currency,
        recurringInterval: 'month',
        currentPeriodStart: begun,
        currentPeriodEnd: end,
        anchorDay: begun.getUTCDate(),
        startedAt: isBegun ? begun : null,
        endedAt,
        canceledAt: status === 'canceled' ? endedAt : null,
        firstBilledAt: isBegun ? begun : null,
        periodAmount: isBegun ? (monthly.amount ?? 0) : 0,
        ...(isBegun ? this.#card : {}),
        ...(status === 'past_due' ? overdue : {}),
        customerId: customer.id,
        productId: pro.id,
        priceId: monthly.id,
        checkoutId: checkout?.id ?? null,
      });
      if (checkout) {
        const amount = monthly.amount ?? 0;
        const terms = { amount, subtotalAmount: amount, discount: null };
        const first = { ...terms, isFirst: true, checkout };
        this.#charge(customer, pro, monthly, { start: begun, end }, id, first);
        this.#grant(customer, pro, begun, { subscriptionId: id }, endedAt);
      }
    });
    const trier = this.sales.customers.at(-1) as Customer;
    const at = this.#ago(3);
    const checkout = this.checkout(teams, team, at, { status: 'succeeded', customer: trier });
    this.#subscribe(trier, teams, team, at, checkout, null);
    // A bank transfer that is still on its way.
    const buyer = this.sales.customers.at(-2) as Customer;
    const waiting = this.checkout(pro, monthly, new Date(this.#now.getTime() - 30_000), {
      status: 'confirmed',
      customer: buyer,
    });
    this.#attempt(causedBy(waiting), waiting.amounts.totalAmount, waiting.createdAt, {
      status: 'processing',
    });
  }
}
