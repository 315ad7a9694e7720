import { jsonColumn } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import type { PaymentMethodDetails } from '@/lib/integrations/payments/processor';
import { holdingsOf } from '@/lib/resources/benefit-grants/service';
import type { PrintedLine } from '@/lib/resources/billing/rules';
import { whenInvoiceIssued } from '@/lib/resources/documents/service';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type { MailContent, MailData, MailToSend } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { ownersOf } from '@/lib/resources/members/service';
import type { OrderRow } from '@/lib/resources/orders/serialize';
import { totalOf } from '@/lib/resources/orders/service';
import type { Organization } from '@/lib/resources/organizations/schema';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { failureOf, noticeOf } from '@/lib/resources/sale-mails/rules';
import { isLastRetry, nextActionAt, plan } from '@/lib/resources/subscriptions/life-cycle';
import type { SubscriptionRow } from '@/lib/resources/subscriptions/serialize';
import { lifeCycleOf } from '@/lib/resources/subscriptions/service';
import { publicUrl } from '@/lib/runtime/env';

// Which sale leads to which mail (docs/contract/mail.md#causes). Each is queued in the transaction of its cause.

/** A payment attempt, or a subscription, as far as mails say something of its payment method. */
interface Paying {
  paymentMethodDetails: unknown;
}

/**
 * The receipt of an order that this transaction makes, and with `isSale` a mail to the seller. `subscription` is that
 * of the order, as it is after it; `attempt` paid it, and is null where nothing had to be paid. A renewal that charges nothing has no receipt.
 */
export async function mailOrder(
  scope: Scope,
  order: OrderRow,
  {
    subscription,
    attempt,
    isSale,
  }: { subscription: SubscriptionRow | null; attempt: Paying | null; isSale: boolean },
): Promise<void> {
  const { id: orderId, billingReason } = order;
  const isRenewal = billingReason === 'subscription_cycle';
  if (isRenewal && totalOf(order) === 0) return;
  const organization = await getOrganization(scope, order.organizationId);
  const sale = saleOf(order, {
    card: cardOf(attempt),
    renewal: subscription && (await renewalOf(scope, subscription)),
    portal_url: portalUrl(organization, `orders/${orderId}`),
  });
  const source = subscription ? { subscriptionId: subscription.id } : { orderId };
  const extras = isRenewal ? null : await extrasOf(scope, source);
  whenInvoiceIssued(scope, orderId, async (invoice_number) => {
    const data = { ...sale, invoice_number };
    const content: MailContent = extras
      ? receiptOf({ ...data, trial_ends_at: null }, extras)
      : { kind: 'renewal_receipt', data, secrets: {} };
    await mailBuyer(scope, order, content, { orderId, ...source });
  });
  if (isSale) await mailSale(scope, organization, order);
}

/** The card that was charged, or could not be. */
export function cardOf(paying: Paying | null) {
  const method = jsonColumn<PaymentMethodDetails | null>(paying?.paymentMethodDetails ?? null);
  return method?.type === 'card' ? { brand: method.brand, last4: method.last4 } : null;
}

/** What a receipt prints of an order, but for its number. */
export function saleOf(
  order: OrderRow,
  more: Pick<MailData<'receipt'>, 'renewal' | 'portal_url' | 'card'>,
): Omit<MailData<'renewal_receipt'>, 'invoice_number'> {
  const lines = jsonColumn<PrintedLine[]>(order.lines);
  return {
    product_name: order.product.name,
    created_at: order.createdAt.toISOString(),
    currency: order.currency,
    lines: lines.map(({ description, amount }) => ({ label: description, amount })),
    tax_amount: order.taxAmount,
    total_amount: totalOf(order),
    ...more,
  };
}

function mailSale(scope: Scope, organization: Organization, order: OrderRow): Promise<void> {
  const data = {
    product_name: order.product.name,
    ...customerOf(order),
    amount: totalOf(order),
    currency: order.currency,
    url: dashboardUrl(organization, `orders/${order.id}`),
  };
  const content = { kind: 'new_sale', data, secrets: {} } as const;
  const { id: orderId, customerId, subscriptionId } = order;
  return mailSeller(scope, organization, content, { orderId, customerId, subscriptionId });
}

/** The receipt of a trial that has started: it has no order yet. */
export async function mailTrial(scope: Scope, subscription: SubscriptionRow): Promise<void> {
  const { id: subscriptionId, organizationId, currentPeriodEnd } = subscription;
  const organization = await getOrganization(scope, organizationId);
  const data = {
    product_name: subscription.product.name,
    invoice_number: null,
    created_at: subscription.currentPeriodStart.toISOString(),
    currency: subscription.price.currency,
    lines: [],
    tax_amount: 0,
    total_amount: 0,
    renewal: await renewalOf(scope, subscription),
    portal_url: portalUrl(organization, `subscriptions/${subscriptionId}`),
    trial_ends_at: currentPeriodEnd?.toISOString() ?? null,
  };
  const content = receiptOf(data, await extrasOf(scope, { subscriptionId }));
  await mailBuyer(scope, subscription, content, { subscriptionId });
  const started = {
    product_name: data.product_name,
    ...customerOf(subscription),
    ends_at: data.trial_ends_at,
    url: dashboardUrl(organization, `subscriptions/${subscriptionId}`),
  };
  await mailSeller(
    scope,
    organization,
    { kind: 'trial_started', data: started, secrets: {} },
    { subscriptionId, customerId: subscription.customerId },
  );
}

/** What is in a receipt beside the order, its license keys as they are now. */
export async function extrasOf(scope: Scope, source: Parameters<typeof holdingsOf>[1]) {
  const { benefits, downloadsCount, keys } = await holdingsOf(scope, source);
  return {
    data: { benefits, downloads_count: downloadsCount },
    secrets: { license_keys: keys.map((key) => ({ key, display_key: displayKey(key) })) },
  };
}

function receiptOf(
  data: Omit<MailData<'receipt'>, 'benefits' | 'downloads_count'>,
  extras: Awaited<ReturnType<typeof extrasOf>>,
): MailContent<'receipt'> {
  return { kind: 'receipt', data: { ...data, ...extras.data }, secrets: extras.secrets };
}

/**
 * Tells the buyer that a subscription will end, has ended, is paused, or goes on, and the seller what the buyer has
 * canceled; nothing where none of these changed.
 */
export async function mailChange(
  scope: Scope,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const kind = noticeOf(before, after);
  if (!kind) return;
  const { id: subscriptionId, organizationId } = after;
  const organization = await getOrganization(scope, organizationId);
  const end = after.currentPeriodEnd ?? after.currentPeriodStart;
  const data = {
    product_name: after.product.name,
    at: (after.endedAt ?? after.pausedAt ?? end).toISOString(),
    portal_url: portalUrl(organization, `subscriptions/${subscriptionId}`),
  };
  if (kind === 'subscription_paused') {
    const closes_at = after.isHeld ? organization.deletion_scheduled_at : null;
    const paused = { ...data, closes_at };
    return mailBuyer(scope, after, { kind, data: paused, secrets: {} }, { subscriptionId });
  }
  if (kind !== 'subscription_resumed') {
    await mailBuyer(scope, after, { kind, data, secrets: {} }, { subscriptionId });
    if (scope.caller.kind === 'customer') {
      const canceled = {
        product_name: data.product_name,
        ...customerOf(after),
        at: data.at,
        is_over: kind === 'subscription_canceled',
        url: dashboardUrl(organization, `subscriptions/${subscriptionId}`),
      };
      const content = { kind: 'canceled_by_customer', data: canceled, secrets: {} } as const;
      const { customerId } = after;
      await mailSeller(scope, organization, content, { subscriptionId, customerId });
    }
    return;
  }
  const next = await nextChargeOf(scope, after);
  const {
    currency = after.price.currency,
    amount = 0,
    interval = after.recurringInterval,
  } = next ?? {};
  const resumed = { ...data, amount, currency, interval: interval ?? 'month' };
  await mailBuyer(scope, after, { kind, data: resumed, secrets: {} }, { subscriptionId });
}

/** Tells of a renewal whose payment was declined: the buyer at each try, the seller at the last. */
export async function mailFailure(
  scope: Scope,
  before: SubscriptionRow,
  after: SubscriptionRow,
  { amount, currency, code }: { amount: number; currency: string; code: string | null },
): Promise<void> {
  const outcome = failureOf(before, after);
  if (!outcome) return mailChange(scope, before, after);
  const { id: subscriptionId, organizationId, nextRetryAt, retriesStopped } = after;
  const nextTryAt = retriesStopped ? null : nextRetryAt;
  const organization = await getOrganization(scope, organizationId);
  const failed = {
    product_name: after.product.name,
    amount,
    currency,
    reason: code,
  };
  const data = {
    ...failed,
    card: cardOf(after),
    outcome,
    next_try_at: nextTryAt?.toISOString() ?? null,
    is_next_last: nextTryAt !== null && isLastRetry(nextTryAt, after.firstFailedAt),
    ends_at: retriesStopped ? (nextRetryAt?.toISOString() ?? null) : null,
    portal_url: portalUrl(organization, `subscriptions/${subscriptionId}`),
  };
  await mailBuyer(scope, after, { kind: 'payment_failed', data, secrets: {} }, { subscriptionId });
  if (outcome === 'past_due') return;
  const url = dashboardUrl(organization, `subscriptions/${subscriptionId}`);
  const content = {
    kind: 'payment_failed_for_good',
    data: { ...failed, ...customerOf(after), outcome, url },
    secrets: {},
  } as const;
  const { customerId } = after;
  await mailSeller(scope, organization, content, { subscriptionId, customerId });
}

/** Tells the buyer that `amount` minor units of an order were given back; `refundedAmount` is without them. */
export async function mailRefund(scope: Scope, order: OrderRow, amount: number): Promise<void> {
  const { id: orderId, organizationId, currency } = order;
  const organization = await getOrganization(scope, organizationId);
  const data = {
    product_name: order.product.name,
    invoice_number: order.invoiceNumber,
    amount,
    currency,
    is_full: amount === totalOf(order),
    portal_url: portalUrl(organization, `orders/${orderId}`),
  };
  await mailBuyer(scope, order, { kind: 'refund', data, secrets: {} }, { orderId });
}

/** Reminds the buyer of the charge at the end of a trial or of a year; nothing where none will come. */
export async function mailReminder(scope: Scope, row: SubscriptionRow): Promise<void> {
  const next = await nextChargeOf(scope, row);
  if (!next) return;
  const { id: subscriptionId, organizationId } = row;
  const organization = await getOrganization(scope, organizationId);
  const data = {
    product_name: row.product.name,
    ...next,
    portal_url: portalUrl(organization, `subscriptions/${subscriptionId}`),
  };
  const kind = row.status === 'trialing' ? 'trial_ending' : 'renewal_upcoming';
  await mailBuyer(scope, row, { kind, data, secrets: {} }, { subscriptionId });
}

/** The next charge of a subscription as it is now; null where nothing will be charged. */
async function nextChargeOf(scope: Scope, row: SubscriptionRow) {
  const subscribed = await lifeCycleOf(scope, row);
  const at = nextActionAt(subscribed);
  const due = { type: 'run_due', catchUp: true, dunningEnd: 'canceled' } as const;
  const order = at && plan(subscribed, due, at).order;
  if (!order || order.amount === 0) return null;
  const { interval, currency } = subscribed.pendingPrice ?? subscribed.price;
  return { at: at.toISOString(), amount: order.amount, currency, interval };
}

/** What is charged at the end of the period; null where the subscription ends then, or nothing will be. */
export async function renewalOf(scope: Scope, row: SubscriptionRow) {
  return row.cancelAtPeriodEnd ? null : nextChargeOf(scope, row);
}

/** What a mail is about. */
type Sold = Pick<OrderRow, 'organizationId' | 'customerId' | 'customer' | 'billingName'>;

/** A buyer whom the seller has deleted gets none. */
async function mailBuyer(
  scope: Scope,
  sold: Sold,
  content: MailContent,
  about: { orderId?: string; subscriptionId?: string },
): Promise<void> {
  const { organizationId, customerId, customer } = sold;
  if (customer.deletedAt !== null) return;
  const { customer_email: recipient, customer_name: recipientName } = customerOf(sold);
  const mail = { organizationId, customerId, recipient, recipientName, ...about };
  await queueMail(scope, { ...content, ...mail });
}

/** What switches a mail to the owners off. */
const SWITCHES = {
  new_sale: 'new_sale',
  trial_started: 'trial_started',
  canceled_by_customer: 'subscription_canceled',
  payment_failed_for_good: 'payment_failed',
} as const;

/** To each owner, unless the organization has switched the kind off. */
async function mailSeller(
  scope: Scope,
  { id: organizationId, notification_settings: wanted }: Organization,
  content: MailContent<keyof typeof SWITCHES>,
  about: Pick<MailToSend, 'customerId' | 'orderId' | 'subscriptionId'>,
): Promise<void> {
  if (!wanted[SWITCHES[content.kind]]) return;
  for (const { email: recipient, name: recipientName } of await ownersOf(scope, organizationId)) {
    await queueMail(scope, { ...content, organizationId, recipient, recipientName, ...about });
  }
}

/** The buyer by the name that was typed for this sale, not an older one (docs/contract/mail.md#names-of-buyers). */
function customerOf({ customer: { email, name }, billingName }: Sold) {
  return { customer_email: email, customer_name: billingName ?? name };
}

function portalUrl({ slug }: Organization, page: string): string {
  return `${publicUrl()}/portal/${slug}/${page}`;
}

function dashboardUrl({ slug }: Organization, page: string): string {
  return `${publicUrl()}/dashboard/${slug}/${page}`;
}
