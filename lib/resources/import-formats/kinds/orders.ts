import { z } from 'zod';
import { MetadataInput } from '@/lib/contract/fields';
import { DISCOUNT } from '@/lib/resources/billing/rules';
import {
  customerOf,
  discountOf,
  given,
  type KindRules,
  note,
  productOf,
  wantSale,
} from '@/lib/resources/import-formats/kinds/kind';
import { statusOf } from '@/lib/resources/orders/rules';
import { BillingReason, OrderStatus } from '@/lib/resources/orders/schema';

const FieldData = z.record(z.string(), z.unknown());
const MAX = 999_999_999_999;

/** docs/contract/imports.md#orders */
export const orders: KindRules = {
  nature: 'order',
  wants(cells, wanted) {
    wantSale(cells, wanted);
    note(wanted.subscriptions, cells.text('subscription_id'));
  },
  draft(cells, context) {
    const createdAt = cells.time('created_at');
    if (cells.text('created_at') === null) {
      cells.fail('created_at', 'missing', 'This cell is empty, and is needed.');
    }
    const amount = cells.int('amount', { max: MAX });
    if (cells.text('amount') === null) {
      cells.fail('amount', 'missing', 'This cell is empty, and is needed.');
    }
    const taxAmount = cells.int('tax_amount', { max: MAX }) ?? 0;
    const discounted = cells.int('discount_amount', { max: MAX }) ?? 0;
    const total = (amount ?? 0) + taxAmount;
    const status = cells.oneOf('status', OrderStatus.options);
    const refunded = cells.int('refunded_amount', { max: MAX }) ?? 0;
    const refundedAmount = status === 'refunded' && refunded === 0 ? total : refunded;
    if (refundedAmount > total && amount !== null) {
      cells.fail('refunded_amount', 'invalid_number', 'More was given back than was paid.');
    }
    const subscription = subscriptionOf();
    const customerId = subscription?.customerId ?? customerOf(cells, context);
    const product = subscription
      ? (context.known.product(subscription.productId) ?? productOf(cells, context))
      : productOf(cells, context);
    const currency = cells.currency('currency') ?? context.currency;
    const country = cells.country('billing_address_country');
    const isRecurring = product?.isRecurring ?? false;
    const reason =
      cells.oneOf('billing_reason', BillingReason.options) ??
      (isRecurring ? 'subscription_cycle' : 'purchase');

    function subscriptionOf() {
      const reference = cells.text('subscription_id', 500);
      const found = reference === null ? undefined : context.known.subscription(reference);
      if (found || reference === null) return found;
      const why = 'There is no such subscription. Import subscriptions first.';
      cells.fail('subscription_id', 'unknown_subscription', why);
      return undefined;
    }

    return {
      given: {
        refundedAmount,
        status: statusOf({ total, refunded: refundedAmount }),
        ...given('metadata', cells.object('metadata', MetadataInput)),
        ...given('customFieldData', cells.object('custom_field_data', FieldData)),
      },
      defaults: {
        amount,
        taxAmount,
        currency,
        billingReason: reason,
        customerId,
        productId: product?.id ?? null,
        subscriptionId: subscription?.id ?? null,
        discountId: discountOf(cells, context),
        billingName: cells.text('billing_name', 500),
        billingAddress: country === null ? null : { ...NO_ADDRESS, country },
        lines: [
          { description: product?.name ?? '', amount: (amount ?? 0) + discounted, ...NO_PERIOD },
          ...(discounted > 0
            ? [{ description: `${DISCOUNT}taken off elsewhere`, amount: -discounted, ...NO_PERIOD }]
            : []),
        ],
        metadata: {},
        customFieldData: {},
        invoiceNumber: null,
        isImported: true,
        createdAt,
        modifiedAt: cells.time('modified_at'),
      },
      ...(product && amount !== null
        ? {
            price: {
              productId: product.id,
              amount: amount === 0 ? null : amount,
              currency,
              interval: isRecurring ? ('month' as const) : null,
              isLoose: true,
            },
          }
        : {}),
    };
  },
  // What was sold here is what was sold here.
  changes: (changes, { isImported }) => (isImported === true ? changes : {}),
};

const NO_PERIOD = { period_start: null, period_end: null };
const NO_ADDRESS = { line1: null, line2: null, postal_code: null, city: null, state: null };
