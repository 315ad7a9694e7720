import { scalarsOf } from '@/lib/api/scalars';
import { CHECKOUT_ID_PLACEHOLDER } from '@/lib/contract/fields';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { metadata, withFields } from '@/lib/contract/serialize';
import { modeOf } from '@/lib/integrations/stripe/client';
import type { CheckoutRow } from '@/lib/resources/checkouts/repository';
import {
  amountsOf,
  isDiscountable,
  paymentNeeds,
  soldPrice,
} from '@/lib/resources/checkouts/rules';
import {
  type Checkout,
  type CheckoutLegacy,
  CheckoutPublic,
} from '@/lib/resources/checkouts/schema';
import { serializeCheckoutDiscount } from '@/lib/resources/discounts/serialize';
import { serializePublicOrganization } from '@/lib/resources/organizations/serialize';
import {
  serializeAttachedCustomFields,
  serializeCheckoutProduct,
  serializePrice,
} from '@/lib/resources/products/serialize';
import { publicUrl } from '@/lib/runtime/env';
import { intentSecretIn } from '@/lib/runtime/intent-secrets';

export type { CheckoutRow };

/** The amounts of a row: stored when it leaves `open`, until then computed from price and discount. */
export function amountsOfRow(row: CheckoutRow) {
  const { amount, subtotalAmount, taxAmount, totalAmount } = row;
  if (amount !== null && subtotalAmount !== null && taxAmount !== null && totalAmount !== null) {
    return { amount, subtotalAmount, taxAmount, totalAmount };
  }
  return amountsOf(row.price, row.customAmount, row.discount);
}

const scalars = scalarsOf('Checkout', CheckoutPublic);

function serializeBase(row: CheckoutRow) {
  const amounts = amountsOfRow(row);
  const needs = paymentNeeds(soldPrice(row.price, row), amounts.totalAmount);
  const url = `${publicUrl()}/checkout/${row.clientSecret}`;
  return withFields(scalars(row), {
    payment_processor: 'stripe' as const,
    url,
    success_url: (row.successUrl ?? `${url}/confirmation`).replaceAll(
      CHECKOUT_ID_PLACEHOLDER,
      row.id,
    ),
    amount: amounts.amount,
    tax_amount: amounts.taxAmount,
    currency: row.price.currency,
    discount_amount: amounts.amount - amounts.subtotalAmount,
    subtotal_amount: amounts.subtotalAmount,
    total_amount: amounts.totalAmount,
    product_price_id: row.priceId,
    is_discount_applicable: isDiscountable(row.price),
    is_free_product_price: row.price.amountType === 'free',
    is_payment_required: needs.payment,
    is_payment_setup_required: needs.setup,
    is_payment_form_required: needs.form,
    trial_unavailable_reason: row.isTrialUsed ? ('already_used' as const) : null,
    payment_processor_metadata: processorMetadata(row),
    product: serializeCheckoutProduct(row.product),
    product_price: serializePrice(row.price),
    discount: row.discount && serializeCheckoutDiscount(row.discount),
    attached_custom_fields: serializeAttachedCustomFields(row.product),
  });
}

/**
 * What the page needs for Stripe's payment form (docs/contract/payments.md#payment-form); nothing where the payment form is
 * the sandbox's, or nothing is to be paid any more.
 */
function processorMetadata({ status, connection: { publishableKey } }: CheckoutRow) {
  if (status !== 'open' || publishableKey === '') return {};
  return { publishable_key: publishableKey, mode: modeOf(publishableKey) };
}

/** The same for the buyer, who is the one to authenticate a payment that waits for it. */
function buyersMetadata(row: CheckoutRow) {
  const { publishableKey: publishable_key } = row.connection;
  const { intentSecret } = row.waiting;
  if (row.status !== 'confirmed' || intentSecret === '') return processorMetadata(row);
  return {
    ...(publishable_key !== '' && { publishable_key }),
    intent_client_secret: intentSecretIn(intentSecret),
    intent_status: 'requires_action',
  };
}

/** A checkout for its seller (docs/contract/checkouts.md#fields). */
export function serializeCheckout(row: CheckoutRow): Checkout {
  return withFields(serializeBase(row), {
    metadata: metadata(row.metadata),
    customer_metadata: metadata(row.customerMetadata),
    subscription_id: row.subscriptionId,
  });
}

/** Replaces a client secret. It has the form of one, with characters that none contains. */
export const REDACTED_SECRET = `${SECRET_PREFIX.checkout}${'*'.repeat(43)}`;

/**
 * A checkout without its client secret, also inside of URLs (docs/contract/callers.md#redacted-checkouts).
 */
export function redactCheckout(checkout: Checkout): Checkout {
  const { client_secret, url, success_url } = checkout;
  return {
    ...checkout,
    client_secret: REDACTED_SECRET,
    url: url.replaceAll(client_secret, REDACTED_SECRET),
    success_url: success_url.replaceAll(client_secret, REDACTED_SECRET),
  };
}

/** A checkout for a caller who may not write checkouts. */
export function serializeRedactedCheckout(row: CheckoutRow): Checkout {
  return redactCheckout(serializeCheckout(row));
}

/** A checkout in the shape of the deprecated operations; without its address where the client secret is redacted. */
export function serializeCheckoutLegacy(checkout: Checkout): CheckoutLegacy {
  const { id, url, client_secret, customer_email, customer_name, product, product_price } =
    checkout;
  const address = client_secret === REDACTED_SECRET ? null : url;
  return { id, url: address, customer_email, customer_name, product, product_price };
}

/** A checkout for its buyer: without the seller's metadata. */
export function serializeCheckoutPublic(
  row: CheckoutRow,
  { hasDiscountCodes }: { hasDiscountCodes: boolean },
): CheckoutPublic {
  return {
    ...serializeBase(row),
    payment_processor_metadata: buyersMetadata(row),
    organization: serializePublicOrganization(row.organization),
    has_discount_codes: hasDiscountCodes,
  };
}
