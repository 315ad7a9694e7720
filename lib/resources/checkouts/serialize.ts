import type { Address } from '@/lib/contract/fields';
import { metadata, stored, timestamp, withFields } from '@/lib/contract/serialize';
import type { CheckoutRow } from '@/lib/resources/checkouts/repository';
import { amountsOf, isDiscountable, paymentNeeds } from '@/lib/resources/checkouts/rules';
import type { Checkout, CheckoutPublic } from '@/lib/resources/checkouts/schema';
import { serializeCheckoutDiscount } from '@/lib/resources/discounts/serialize';
import { serializeOrganization } from '@/lib/resources/organizations/serialize';
import {
  serializeAttachedCustomFields,
  serializeCheckoutProduct,
  serializePrice,
} from '@/lib/resources/products/serialize';
import { publicUrl } from '@/lib/runtime/env';

export type { CheckoutRow };

/** The amounts of a row: frozen once it has left `open`, until then those of price and discount. */
export function amountsOfRow(row: CheckoutRow) {
  const { amount, subtotalAmount, taxAmount, totalAmount } = row;
  if (amount !== null && subtotalAmount !== null && taxAmount !== null && totalAmount !== null) {
    return { amount, subtotalAmount, taxAmount, totalAmount };
  }
  return amountsOf(row.price, row.customAmount, row.discount);
}

function serializeBase(row: CheckoutRow) {
  const amounts = amountsOfRow(row);
  const needs = paymentNeeds(row.price, amounts.totalAmount);
  const url = `${publicUrl()}/checkout/${row.clientSecret}`;
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    custom_field_data: stored<Record<string, unknown>>(row.customFieldData),
    payment_processor: 'stripe' as const,
    status: row.status,
    client_secret: row.clientSecret,
    url,
    expires_at: timestamp(row.expiresAt),
    success_url: (row.successUrl ?? `${url}/confirmation`).replaceAll('{CHECKOUT_ID}', row.id),
    embed_origin: row.embedOrigin,
    amount: amounts.amount,
    tax_amount: amounts.taxAmount,
    currency: row.price.currency,
    subtotal_amount: amounts.subtotalAmount,
    total_amount: amounts.totalAmount,
    product_id: row.productId,
    product_price_id: row.priceId,
    discount_id: row.discountId,
    allow_discount_codes: row.allowDiscountCodes,
    is_discount_applicable: isDiscountable(row.price),
    is_free_product_price: row.price.amountType === 'free',
    is_payment_required: needs.payment,
    is_payment_setup_required: needs.setup,
    is_payment_form_required: needs.form,
    customer_id: row.customerId,
    customer_name: row.customerName,
    customer_email: row.customerEmail,
    customer_ip_address: row.customerIpAddress,
    customer_billing_address: stored<Address | null>(row.customerBillingAddress),
    customer_tax_id: row.customerTaxId,
    payment_processor_metadata: {},
    product: serializeCheckoutProduct(row.product),
    product_price: serializePrice(row.price),
    discount: row.discount && serializeCheckoutDiscount(row.discount),
    attached_custom_fields: serializeAttachedCustomFields(row.product),
  };
}

/** A checkout as its seller sees it (docs/contract/checkouts.md#fields). */
export function serializeCheckout(row: CheckoutRow): Checkout {
  return withFields(serializeBase(row), {
    metadata: metadata(row.metadata),
    customer_metadata: metadata(row.customerMetadata),
    subscription_id: row.subscriptionId,
  });
}

/** Takes the place of a client secret: of its form, but no secret has such characters. */
export const REDACTED_SECRET = `td_c_${'*'.repeat(43)}`;

/** A printed checkout without what opens it: its secret, also inside of addresses. See docs/contract/callers.md#redacted-checkouts. */
export function redactCheckout(checkout: Checkout): Checkout {
  const { client_secret, url, success_url } = checkout;
  return {
    ...checkout,
    client_secret: REDACTED_SECRET,
    url: url.replaceAll(client_secret, REDACTED_SECRET),
    success_url: success_url.replaceAll(client_secret, REDACTED_SECRET),
  };
}

/** A checkout as a seller sees it who may not write checkouts. */
export function serializeRedactedCheckout(row: CheckoutRow): Checkout {
  return redactCheckout(serializeCheckout(row));
}

/** A checkout as its buyer sees it: nothing that the seller noted. */
export function serializeCheckoutPublic(row: CheckoutRow): CheckoutPublic {
  return { ...serializeBase(row), organization: serializeOrganization(row.organization) };
}
