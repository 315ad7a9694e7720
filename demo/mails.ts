import { db } from '@/lib/database/connection/client';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import type { BillingReason, Prisma } from '@/lib/database/generated/client';
import { audienceOf, type MailContent } from '@/lib/resources/mails/kinds';
import { MASK, maskSecrets } from '@/lib/resources/mails/rules';
import { senderOf } from '@/lib/resources/mails/service';
import { renderMail } from '@/lib/resources/mails/templates/render';
import { ownersOf } from '@/lib/resources/members/service';
import { findOrder, totalOf } from '@/lib/resources/orders/service';
import { cardOf, extrasOf, renewalOf, saleOf } from '@/lib/resources/sale-mails/service';
import { isLastRetry } from '@/lib/resources/subscriptions/life-cycle';
import { findSubscription } from '@/lib/resources/subscriptions/service';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What became of a mail. */
const SENT = { status: 'sent', response: '250 2.0.0 Accepted' } as const;
const KEPT = { status: 'kept', reason: 'sandbox' } as const;
const REFUSED = { status: 'failed', response: '550 5.1.1 No such user' } as const;

/** A mail about a sale of the demo, at the time of its cause: to its customer, or to the owner. */
type Caused = MailContent & {
  createdAt: Date;
  customerId: string;
  orderId?: string;
  subscriptionId?: string | null;
};

const portalUrl = (page: string) => `${publicUrl()}/portal/demo/${page}`;
const dashboardUrl = (page: string) => `${publicUrl()}/dashboard/demo/${page}`;

/** Mails of some kinds about what the demo has sold last; none of them waits to be sent. */
export async function makeMails(
  organizationId: string,
  moment: Date,
): Promise<Prisma.MailCreateManyInput[]> {
  const scope = systemScope(organizationId, moment);
  const sender = await senderOf(organizationId);
  const [owner] = await ownersOf(scope, organizationId);
  const mails = [
    [await newSale(scope), SENT],
    [await trialStarted(scope), SENT],
    [await canceledByCustomer(scope), SENT],
    [await paymentFailedForGood(scope), SENT],
    [await advertisementPending(scope), SENT],
    [await receipt(scope, SALES), SENT],
    [await receipt(scope, ['subscription_cycle']), SENT],
    [await portalAccess(scope, moment), SENT],
    [await paymentFailed(scope), KEPT],
    [await trialEnding(scope), KEPT],
    [await refund(scope), REFUSED],
  ] as const;
  return Promise.all(
    mails.map(async ([mail, end]) => {
      const { kind, data, secrets: unmasked, createdAt, ...about } = mail;
      const secrets = maskSecrets(unmasked, publicUrl());
      const id = newId();
      const customer = await db(null).customer.findUniqueOrThrow({
        where: { id: mail.customerId },
      });
      const { email, name } = (audienceOf(kind) === 'seller' && owner) || customer;
      return {
        ...(await renderMail({ kind, data, secrets } as MailContent, sender)),
        ...end,
        ...about,
        id,
        organizationId,
        createdAt,
        kind,
        data,
        recipient: email,
        recipientName: name,
        messageId: `<${id}@northlight.example>`,
        attempts: 1,
        sentAt: end.status === 'sent' ? createdAt : null,
      };
    }),
  );
}

const SALES: BillingReason[] = ['purchase', 'subscription_create'];

/** The newest order for such a reason that was paid and not refunded. */
async function newestOrder(scope: Scope, reasons: BillingReason[]) {
  const { id, attempt } = await db(null).order.findFirstOrThrow({
    where: {
      ...own(scope),
      billingReason: { in: reasons },
      amount: { gt: 0 },
      refundedAmount: 0,
    },
    orderBy: { createdAt: 'desc' },
    include: { attempt: true },
  });
  return { ...(await findOrder(scope, id)), attempt };
}

/** The newest subscription of which something holds. */
async function newestSubscription(scope: Scope, where: Prisma.SubscriptionWhereInput) {
  const { id } = await db(null).subscription.findFirstOrThrow({
    where: { ...own(scope), ...where },
    orderBy: { createdAt: 'desc' },
  });
  return findSubscription(scope, id);
}

/** What mails to the owner say of a sale. */
function soldOf({
  product,
  customer,
}: Awaited<ReturnType<typeof newestSubscription | typeof newestOrder>>) {
  const { email, name } = customer;
  return { product_name: product.name, customer_email: email, customer_name: name };
}

async function newSale(scope: Scope): Promise<Caused> {
  const order = await newestOrder(scope, SALES);
  const { id: orderId, customerId, createdAt, subscriptionId, currency } = order;
  const url = dashboardUrl(`orders/${orderId}`);
  const data = { ...soldOf(order), amount: totalOf(order), currency, url };
  return { kind: 'new_sale', data, secrets: {}, createdAt, customerId, orderId, subscriptionId };
}

/** Of the newest trial that still runs. */
async function trialStarted(scope: Scope): Promise<Caused> {
  const subscription = await newestSubscription(scope, { status: 'trialing' });
  const { id: subscriptionId, customerId, currentPeriodStart: createdAt } = subscription;
  const ends_at = subscription.currentPeriodEnd?.toISOString() ?? null;
  const url = dashboardUrl(`subscriptions/${subscriptionId}`);
  const data = { ...soldOf(subscription), ends_at, url };
  return { kind: 'trial_started', data, secrets: {}, createdAt, customerId, subscriptionId };
}

/** Of the campaign that waits for the seller. */
async function advertisementPending(scope: Scope): Promise<Caused> {
  const campaign = await db(null).advertisement.findFirstOrThrow({
    where: { ...own(scope), status: 'pending' },
    include: { benefit: true, customer: true },
  });
  const { customerId, benefitId, modifiedAt, createdAt, benefit, customer } = campaign;
  const data = {
    benefit_name: benefit.description,
    customer_email: customer.email,
    customer_name: customer.name,
    url: dashboardUrl(`benefits/${benefitId}`),
  };
  const at = modifiedAt ?? createdAt;
  return { kind: 'advertisement_pending', data, secrets: {}, createdAt: at, customerId };
}

/** Of the newest subscription that is set to end. */
async function canceledByCustomer(scope: Scope): Promise<Caused> {
  const where = { cancelAtPeriodEnd: true, status: 'active' } as const;
  const subscription = await newestSubscription(scope, where);
  const { id: subscriptionId, customerId, canceledAt, currentPeriodStart } = subscription;
  const at = (subscription.currentPeriodEnd ?? currentPeriodStart).toISOString();
  const url = dashboardUrl(`subscriptions/${subscriptionId}`);
  const data = { ...soldOf(subscription), at, is_over: false, url };
  const createdAt = canceledAt ?? currentPeriodStart;
  return { kind: 'canceled_by_customer', data, secrets: {}, createdAt, customerId, subscriptionId };
}

/** Of the newest subscription whose last try to renew it was declined. */
async function paymentFailedForGood(scope: Scope): Promise<Caused> {
  const subscription = await newestSubscription(scope, { status: 'unpaid' });
  const { id: subscriptionId, customerId } = subscription;
  const { amount, currency, createdAt, ...attempt } = await lastDeclined({ subscriptionId });
  const url = dashboardUrl(`subscriptions/${subscriptionId}`);
  const reason = attempt.declineCode ?? attempt.code;
  const data = {
    ...soldOf(subscription),
    amount,
    currency,
    reason,
    outcome: 'unpaid',
    url,
  } as const;
  const about = { createdAt, customerId, subscriptionId };
  return { kind: 'payment_failed_for_good', data, secrets: {}, ...about };
}

function lastDeclined(where: Prisma.PaymentAttemptWhereInput) {
  return db(null).paymentAttempt.findFirstOrThrow({
    where: { ...where, status: 'declined' },
    orderBy: { createdAt: 'desc' },
  });
}

/** Of the {@link newestOrder}. */
async function receipt(scope: Scope, reasons: BillingReason[]): Promise<Caused> {
  const order = await newestOrder(scope, reasons);
  const { id: orderId, customerId, createdAt, subscriptionId, attempt } = order;
  const subscription = subscriptionId ? await findSubscription(scope, subscriptionId) : null;
  const sale = saleOf(order, {
    card: cardOf(attempt),
    renewal: subscription && (await renewalOf(scope, subscription)),
    portal_url: portalUrl(`orders/${orderId}`),
  });
  const data = { ...sale, invoice_number: order.invoiceNumber };
  const source = subscriptionId ? { subscriptionId } : { orderId };
  const about = { createdAt, customerId, orderId, ...source };
  if (order.billingReason === 'subscription_cycle') {
    return { kind: 'renewal_receipt', data, secrets: {}, ...about };
  }
  const extras = await extrasOf(scope, source);
  return {
    kind: 'receipt',
    data: { ...data, ...extras.data, trial_ends_at: null },
    secrets: extras.secrets,
    ...about,
  };
}

/** To the newest customer. */
async function portalAccess(scope: Scope, moment: Date): Promise<Caused> {
  const { id: customerId } = await db(null).customer.findFirstOrThrow({
    where: own(scope),
    orderBy: { createdAt: 'desc' },
  });
  const createdAt = new Date(moment.getTime() - 5 * HOUR);
  return {
    kind: 'portal_access',
    data: { expires_at: new Date(createdAt.getTime() + HOUR).toISOString() },
    secrets: { url: MASK, code: MASK },
    createdAt,
    customerId,
  };
}

/** Of the latest try to renew a subscription that is overdue. */
async function paymentFailed(scope: Scope): Promise<Caused> {
  const attempt = await lastDeclined({ ...own(scope), subscription: { status: 'past_due' } });
  const { createdAt, amount, currency, subscriptionId } = attempt;
  const subscription = await findSubscription(scope, subscriptionId ?? '');
  const { customerId, product, nextRetryAt, firstFailedAt } = subscription;
  return {
    kind: 'payment_failed',
    data: {
      product_name: product.name,
      amount,
      currency,
      card: cardOf(subscription),
      reason: attempt.declineCode ?? attempt.code,
      next_try_at: nextRetryAt?.toISOString() ?? null,
      is_next_last: nextRetryAt !== null && isLastRetry(nextRetryAt, firstFailedAt),
      outcome: 'past_due',
      portal_url: portalUrl(`subscriptions/${subscriptionId}`),
    },
    secrets: {},
    createdAt,
    customerId,
    subscriptionId,
  };
}

/** Of the latest trial that became a paid subscription. */
async function trialEnding(scope: Scope): Promise<Caused> {
  const order = await db(null).order.findFirstOrThrow({
    where: { ...own(scope), billingReason: 'subscription_create', price: { trialDays: { gt: 0 } } },
    orderBy: { createdAt: 'desc' },
    include: { product: true, price: true },
  });
  const { customerId, createdAt: at, amount, currency } = order;
  const subscriptionId = order.subscriptionId ?? '';
  return {
    kind: 'trial_ending',
    data: {
      product_name: order.product.name,
      at: at.toISOString(),
      amount,
      currency,
      interval: order.price.recurringInterval ?? 'month',
      portal_url: portalUrl(`subscriptions/${subscriptionId}`),
    },
    secrets: {},
    createdAt: new Date(at.getTime() - 3 * DAY),
    customerId,
    subscriptionId,
  };
}

/** Of the latest refund that arrived. */
async function refund(scope: Scope): Promise<Caused> {
  const { order, customerId, amount, currency, settledAt, createdAt } = await db(
    null,
  ).refund.findFirstOrThrow({
    where: { ...own(scope), status: 'succeeded' },
    orderBy: { createdAt: 'desc' },
    include: { order: { include: { product: true } } },
  });
  return {
    kind: 'refund',
    data: {
      product_name: order.product.name,
      invoice_number: order.invoiceNumber,
      amount,
      currency,
      is_full: amount === order.amount + order.taxAmount,
      portal_url: portalUrl(`orders/${order.id}`),
    },
    secrets: {},
    createdAt: settledAt ?? createdAt,
    customerId,
    orderId: order.id,
  };
}

const own = ({ organizationIds: [organizationId = ''] }: Scope) => ({ organizationId });
