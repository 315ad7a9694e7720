import { listAndExport } from '@/lib/api/list';
import { orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { revokeBenefits } from '@/lib/resources/benefit-grants/service';
import type { Billing } from '@/lib/resources/customers/rules';
import { type EventKind, recordAll } from '@/lib/resources/events/service';
import * as repository from '@/lib/resources/subscriptions/repository';
import { ACTIVE_STATUSES, firstPeriod } from '@/lib/resources/subscriptions/rules';
import type { CustomerSubscription, Subscription } from '@/lib/resources/subscriptions/schema';
import {
  type SubscriptionRow,
  serializeCustomerSubscription,
  serializeSubscription,
} from '@/lib/resources/subscriptions/serialize';
import { newId } from '@/lib/runtime/ids';

export const { listAll, exportAll } = listAndExport(repository.list, serializeSubscription);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<Subscription> {
  return serializeSubscription(orNotFound(await repository.find(scope, id), 'The subscription'));
}

export const { listAll: listOfBuyer } = listAndExport(
  repository.listOfBuyer,
  serializeCustomerSubscription,
);

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<CustomerSubscription> {
  return serializeCustomerSubscription(
    orNotFound(await repository.listOfBuyer(scope, { sorting: [] }).find(id), 'The subscription'),
  );
}

/** The terms of a subscription, from its recurring price and its checkout. */
interface Terms extends Billing {
  price: SubscriptionRow['price'];
  /** The price's amount before any discount, in minor units; null when it is free. */
  amount: number | null;
  currency: string | null;
  discount: { id: string } | null;
  /** The processor's reference to the payment method that renewals charge, encrypted. */
  paymentMethod: string | null;
  now: Date;
}

interface NewSubscription extends Terms {
  organizationId: string;
  checkoutId: string | null;
  customerId: string;
  productId: string;
  metadata: Record<string, unknown>;
  customFieldData: Record<string, unknown>;
}

/**
 * Starts a subscription, in the caller's transaction: `trialing` where the price has `trial_days`,
 * else `active`, its first period from `now` (docs/contract/subscriptions.md#trials). Records
 * `subscription.created`, and `subscription.active` unless it is on trial. Benefits are granted by
 * the caller.
 */
export async function startSubscription(
  scope: Scope,
  subscription: NewSubscription,
): Promise<SubscriptionRow> {
  const { organizationId, checkoutId, customerId, productId, now } = subscription;
  const row = await repository.create(scope, {
    id: newId(),
    organizationId,
    createdAt: now,
    startedAt: now,
    checkoutId,
    customerId,
    productId,
    metadata: subscription.metadata,
    customFieldData: subscription.customFieldData,
    ...termsOf(subscription),
  });
  const begun: EventKind[] = row.status === 'active' ? ['subscription.active'] : [];
  await recordKinds(scope, row, now, ['subscription.created', ...begun]);
  return row;
}

/**
 * Upgrades a subscription to a bought price in the caller's transaction: the same row, a new period from
 * `now` (docs/contract/checkouts.md#upgrade-of-a-free-subscription). Where the price is of another product,
 * the benefits of the old one are revoked; the caller grants those of the new one. Records
 * `subscription.updated`. Throws 404.
 */
export async function upgradeSubscription(
  scope: Scope,
  upgrade: Terms & { subscriptionId: string; checkoutId: string | null },
): Promise<SubscriptionRow> {
  const { subscriptionId, checkoutId, price, now } = upgrade;
  const old = orNotFound(await repository.lock(scope, subscriptionId), 'The subscription');
  if (old.productId !== price.productId) {
    await revokeBenefits(scope, { source: { subscriptionId }, now });
  }
  const row = await repository.update(scope, subscriptionId, {
    modifiedAt: now,
    checkoutId,
    productId: price.productId,
    cancelAtPeriodEnd: false,
    ...termsOf(upgrade),
  });
  await recordKinds(scope, row, now, ['subscription.updated']);
  return row;
}

/**
 * The scope's subscription with this id where it has not ended and is free, else null. In a transaction its
 * row is locked, so that {@link upgradeSubscription} finds it still free.
 */
export async function findFreeSubscription(
  scope: Scope,
  id: string,
): Promise<SubscriptionRow | null> {
  const row = await (scope.transaction ? repository.lock : repository.find)(scope, id);
  const isLive = ACTIVE_STATUSES.some((status) => status === row?.status);
  return row && isLive && row.price.amountType === 'free' ? row : null;
}

/**
 * Ends a customer's subscriptions at once, in the caller's transaction: `canceled`, `ended_at` is now,
 * benefits revoked. Records `subscription.canceled` and `subscription.revoked` for each.
 */
export async function cancelSubscriptionsOfCustomer(
  scope: Scope,
  customerId: string,
  now: Date,
): Promise<void> {
  for (const row of await repository.cancelOfCustomer(scope, customerId, now)) {
    await revokeBenefits(scope, { source: { subscriptionId: row.id }, now });
    await recordKinds(scope, row, now, ['subscription.canceled', 'subscription.revoked']);
  }
}

function termsOf(terms: Terms) {
  const { price, amount, currency, discount, paymentMethod, now } = terms;
  const { recurringInterval, trialDays } = price;
  if (recurringInterval === null) throw new Error('A subscription needs a recurring price');
  const { status, end, anchorDay } = firstPeriod(now, { recurringInterval, trialDays });
  return {
    priceId: price.id,
    amount,
    currency,
    recurringInterval,
    discountId: discount?.id ?? null,
    paymentMethod,
    billingName: terms.billingName,
    billingAddress: terms.billingAddress,
    billingTaxId: terms.billingTaxId,
    status,
    currentPeriodStart: now,
    currentPeriodEnd: end,
    anchorDay,
  };
}

function recordKinds(scope: Scope, row: SubscriptionRow, now: Date, kinds: EventKind[]) {
  const { organizationId } = row;
  const snapshot = serializeSubscription(row);
  return recordAll(
    scope,
    kinds.map((kind) => ({ kind, organizationId, now, snapshot })),
  );
}
