import type { Address } from '@/lib/contract/fields';
import { jsonColumn, metadata as printedMetadata } from '@/lib/contract/serialize';
import { parseTaxId } from '@/lib/contract/tax-id';
import type { Scope } from '@/lib/database/connection/scope';
import type { StoredMethod } from '@/lib/integrations/payments/processor';
import { grantBenefits } from '@/lib/resources/benefit-grants/service';
import { discountOf, type Line, soldLines } from '@/lib/resources/billing/rules';
import { save } from '@/lib/resources/checkouts/commands';
import { type CheckoutChanges, soldPrice } from '@/lib/resources/checkouts/rules';
import { amountsOfRow, type CheckoutRow } from '@/lib/resources/checkouts/serialize';
import type { Billing } from '@/lib/resources/customers/rules';
import { findOrCreateCustomer } from '@/lib/resources/customers/service';
import { createOrder } from '@/lib/resources/orders/service';
import { type AttemptRow, methodColumns } from '@/lib/resources/payments/service';
import { refundLatePayment } from '@/lib/resources/refunds/service';
import { mailOrder, mailTrial } from '@/lib/resources/sale-mails/service';
import type { SubscriptionRow } from '@/lib/resources/subscriptions/serialize';
import {
  findFreeSubscription,
  findSubscription,
  startSubscription,
  trials,
  upgradeSubscription,
} from '@/lib/resources/subscriptions/service';
import { newId } from '@/lib/runtime/ids';

/**
 * The customer of a checkout, locked: the linked one, else by email, else a new one
 * (docs/contract/checkouts.md#customer-of-a-purchase).
 */
function resolveCustomer(scope: Scope, row: CheckoutRow, now: Date) {
  if (row.customerEmail === null) throw new Error('A confirmed checkout has an email address');
  return findOrCreateCustomer(scope, {
    organizationId: row.organizationId,
    customerId: row.customerId,
    takesOver: row.isCustomerLinked || row.subscriptionId !== null,
    email: row.customerEmail,
    name: row.customerName,
    billingAddress: jsonColumn<Address | null>(row.customerBillingAddress),
    taxId: parseTaxId(
      jsonColumn<Address | null>(row.customerBillingAddress)?.country,
      row.customerTaxId ?? '',
    ),
    metadata: printedMetadata(row.customerMetadata),
    now,
  });
}

/**
 * Fulfills a paid or free checkout in the transaction that settles it (docs/contract/checkouts.md#settle):
 * customer, subscription, order, benefits with their keys, and the checkout's final state, together with the
 * `changes` that `row` has already. `method` is what renewals charge.
 */
export async function fulfill(
  scope: Scope,
  row: CheckoutRow,
  changes: CheckoutChanges,
  {
    attempt,
    method,
    waivedAt,
    now,
  }: {
    attempt: AttemptRow | null;
    method: StoredMethod | null;
    /** When the buyer gave up the right to withdraw. */
    waivedAt: Date | null;
    now: Date;
  },
): Promise<CheckoutRow> {
  const { organizationId, productId, customerEmail } = row;
  const price = soldPrice(row.price, row);
  const { id: customerId } = await resolveCustomer(scope, row, now);
  const amounts = amountsOfRow(row);

  // A trial is paid for when it ends: there is no order until then.
  const orderId = price.trialDays === null ? newId() : null;
  const late = await findLate(scope, row);
  const kept = methodColumns(method, attempt?.processor ?? null);
  const subscription =
    price.type === 'recurring' && !late
      ? await subscribe(scope, row, { customerId, orderId, kept, now })
      : undefined;
  const subscriptionId = (late ?? subscription)?.id;
  const lines = linesOf(row, subscription);
  const order =
    orderId !== null
      ? await createOrder(scope, {
          id: orderId,
          organizationId,
          checkoutId: row.id,
          attemptId: attempt?.id ?? null,
          customerId,
          productId,
          priceId: price.id,
          discountId: discountOf(lines),
          subscriptionId: subscriptionId ?? null,
          lines,
          taxAmount: amounts.taxAmount,
          currency: price.currency,
          billingReason: billingReason(row, subscriptionId),
          withdrawalWaivedAt: waivedAt,
          ...billingOf(row),
          ...copiedData(row),
          now,
        })
      : undefined;
  if (price.trialDays !== null) {
    const trial = { organizationId, productId, email: customerEmail ?? '', checkoutId: row.id };
    if (late) await trials.release(scope, row.id);
    else await trials.take(scope, trial, { customerId, now });
  }
  const source = subscription
    ? { subscriptionId: subscription.id }
    : order && { orderId: order.id };
  if (late && order && attempt) {
    const what = late.status === 'canceled' ? 'ended' : 'changed';
    await refundLatePayment(scope, order, { attempt, what, now });
  } else if (source) {
    await grantBenefits(scope, { organizationId, customerId, productId, source, now });
  }
  const isSale = late === null;
  const mailed = { subscription: subscription ?? null, attempt, isSale };
  if (order) await mailOrder(scope, order, mailed);
  else if (subscription) await mailTrial(scope, subscription);
  const sold = { ...changes, status: 'succeeded', customerId, ...amounts } as const;
  return save(scope, row.id, sold, now);
}

/** The line of what was sold, and that of the discount. */
function linesOf(row: CheckoutRow, subscription: SubscriptionRow | undefined): Line[] {
  const { amount, subtotalAmount } = amountsOfRow(row);
  const discount = row.discount && { ...row.discount, reduction: amount - subtotalAmount };
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription ?? {};
  return soldLines(row.product.name, amount, discount, start && end ? { start, end } : null);
}

function billingReason(row: CheckoutRow, subscriptionId: string | undefined) {
  if (subscriptionId === undefined) return 'purchase';
  return row.subscriptionId === subscriptionId ? 'subscription_update' : 'subscription_create';
}

/**
 * The subscription that the checkout names, where it has ended or is not free any more: the payment came too late to
 * upgrade it, and is refunded (docs/contract/orders.md#late-payments).
 */
async function findLate(
  scope: Scope,
  { subscriptionId }: CheckoutRow,
): Promise<SubscriptionRow | null> {
  if (subscriptionId === null || (await findFreeSubscription(scope, subscriptionId))) return null;
  return findSubscription(scope, subscriptionId);
}

/** Starts a subscription, or upgrades the free one that the checkout names. */
async function subscribe(
  scope: Scope,
  row: CheckoutRow,
  {
    customerId,
    orderId,
    kept,
    now,
  }: {
    customerId: string;
    orderId: string | null;
    kept: ReturnType<typeof methodColumns>;
    now: Date;
  },
) {
  const { discount } = row;
  const price = soldPrice(row.price, row);
  const terms = {
    price,
    discount,
    ...kept,
    amount: price.amount,
    periodAmount: orderId === null ? 0 : amountsOfRow(row).subtotalAmount,
    orderId,
    currency: price.amountType === 'free' ? null : price.currency,
    checkoutId: row.id,
    ...billingOf(row),
    now,
  };
  const { subscriptionId } = row;
  if (subscriptionId) return upgradeSubscription(scope, { ...terms, subscriptionId });
  return startSubscription(scope, {
    ...terms,
    organizationId: row.organizationId,
    customerId,
    productId: row.productId,
    ...copiedData(row),
  });
}

/**
 * The billing details as typed in the checkout, not those of the customer
 * (docs/contract/checkouts.md#copied-data).
 */
function billingOf(row: CheckoutRow): Billing {
  return {
    billingName: row.customerName,
    billingAddress: jsonColumn<Address | null>(row.customerBillingAddress),
    billingTaxId: row.customerTaxId,
  };
}

/** The data that order and subscription copy from their checkout. */
function copiedData({ metadata, customFieldData }: CheckoutRow) {
  return {
    metadata: printedMetadata(metadata),
    customFieldData: jsonColumn<Record<string, unknown>>(customFieldData),
  };
}
