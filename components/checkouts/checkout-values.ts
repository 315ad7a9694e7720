import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { builder } from '@/components/checkouts/texts';
import type { ContractForm } from '@/components/form/use-contract-form';
import { termsOf } from '@/components/purchase/amounts';
import type { Offer as BuyersOffer } from '@/components/purchase/buyer-preview';
import { formatMoney } from '@/components/ui/money';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Metadata } from '@/lib/contract/fields';
import { boundsOf } from '@/lib/resources/checkouts/rules';
import type { Checkout, CheckoutCreate } from '@/lib/resources/checkouts/schema';
import { checkFieldData, type FieldData } from '@/lib/resources/custom-fields/rules';
import type { Organization } from '@/lib/resources/organizations/schema';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

/** What the form needs of a product. */
export type Offer = Omit<BuyersOffer, 'attached_custom_fields'> &
  Pick<Product, 'id' | 'prices' | 'attached_custom_fields'>;

interface AddressDraft {
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

/** What the form of a checkout holds: the body of either operation. */
export interface CheckoutValues extends FieldValues {
  product_id: string | null;
  product_price_id: string | null;
  /** Minor units, or what was typed instead. */
  amount: number | string | null;
  discount_id: string | null;
  allow_discount_codes: boolean;
  customer_id: string | null;
  customer_email: string | null;
  customer_name: string | null;
  customer_tax_id: string | null;
  customer_billing_address: AddressDraft;
  subscription_id: string | null;
  custom_field_data: FieldData;
  success_url: string | null;
  embed_origin: string | null;
  metadata: Metadata;
  customer_metadata: Metadata;
}

export type CheckoutForm = ContractForm<CheckoutValues>;

const NOWHERE: AddressDraft = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};

/** What changes with the product: its price, an amount of one's own, and the answers it asks for. */
export function valuesFor(offer: Offer | null) {
  const prices = offer?.prices ?? [];
  return {
    product_id: offer?.id ?? null,
    // The only price needs no name; the API takes it.
    product_price_id: prices.length > 1 ? (prices[0]?.id ?? null) : null,
    amount: null,
    custom_field_data: answersFor(offer, {}),
  };
}

/** A new checkout of a product, with the organization's defaults. */
export function newValues(
  offer: Offer | null,
  { allow_discount_codes, success_url }: Organization['checkout_settings'],
): CheckoutValues {
  return {
    ...valuesFor(offer),
    allow_discount_codes,
    success_url,
    discount_id: null,
    customer_id: null,
    customer_email: null,
    customer_name: null,
    customer_tax_id: null,
    customer_billing_address: NOWHERE,
    subscription_id: null,
    embed_origin: null,
    metadata: {},
    customer_metadata: {},
  };
}

/** What a checkout holds, to change it or to make it again with what its product is sold for now. */
export function valuesOf(checkout: Checkout, offer: Offer): CheckoutValues {
  const price = offer.prices.find(({ id }) => id === checkout.product_price_id);
  const address = checkout.customer_billing_address;
  return {
    ...valuesFor(offer),
    ...(price && offer.prices.length > 1 ? { product_price_id: price.id } : {}),
    amount: price?.amount_type === 'custom' ? checkout.amount : null,
    discount_id: checkout.discount_id,
    allow_discount_codes: checkout.allow_discount_codes,
    customer_id: checkout.customer_id,
    customer_email: checkout.customer_email,
    customer_name: checkout.customer_name,
    customer_tax_id: checkout.customer_tax_id,
    customer_billing_address: address
      ? {
          line1: address.line1,
          line2: address.line2,
          postal_code: address.postal_code,
          city: address.city,
          state: address.state,
          country: address.country,
        }
      : NOWHERE,
    subscription_id: checkout.subscription_id,
    custom_field_data: answersFor(offer, checkout.custom_field_data),
    success_url: successUrlOf(checkout),
    embed_origin: checkout.embed_origin,
    metadata: checkout.metadata,
    customer_metadata: checkout.customer_metadata,
  };
}

/** The address after payment as the seller wrote it; null where it is the product's own page. */
export function successUrlOf({ id, url, success_url }: Checkout): string | null {
  if (success_url === `${url}/confirmation`) return null;
  return success_url.replaceAll(id, '{CHECKOUT_ID}');
}

/** An answer for every field, so that each control has its place. */
function answersFor(offer: Offer | null, data: FieldData): FieldData {
  const slugs = (offer?.attached_custom_fields ?? []).map(({ custom_field: { slug } }) => slug);
  return Object.fromEntries(slugs.map((slug) => [slug, data[slug] ?? null]));
}

/** The chosen price of an offer, by itself the first. */
export function priceOf(offer: Offer | null, id: string | null): ProductPrice | null {
  const prices = offer?.prices ?? [];
  return prices.find((price) => price.id === id) ?? prices[0] ?? null;
}

/**
 * The body of a new checkout: what is empty is left to the customer and to the buyer. An empty success URL is
 * sent as null, since without it the organization's default would apply.
 */
export function createBody(values: CheckoutValues): z.input<typeof CheckoutCreate> {
  const sent = { ...values, ...requestParts(values), payment_processor: 'stripe' as const };
  if (values.customer_id !== null) sent.customer_email = null;
  const given = Object.entries(sent).filter(
    ([name, value]) => value !== null || name === 'success_url',
  );
  return Object.fromEntries(given) as z.input<typeof CheckoutCreate>;
}

/** The body of an update with all values, where null clears. */
export function updateBody(values: CheckoutValues): object {
  return { ...values, ...requestParts(values) };
}

/** An address that was left empty is none, and so is an answer. */
function requestParts({ customer_billing_address: address, custom_field_data }: CheckoutValues) {
  const isEmpty = Object.values(address).every((part) => part === null || part === '');
  const answers = Object.entries(custom_field_data).filter(
    // A box that is not ticked is no answer yet.
    ([, value]) => value !== null && value !== '' && value !== false,
  );
  return {
    customer_billing_address: isEmpty ? null : { ...address, country: address.country ?? '' },
    custom_field_data: Object.fromEntries(answers),
  };
}

/** What can be told here: no product, an amount out of its bounds, answers of a wrong type. */
export function problemsOf(values: CheckoutValues, offer: Offer | null): Problem[] {
  const price = priceOf(offer, values.product_price_id);
  const asked = (offer?.attached_custom_fields ?? []).map(({ required, custom_field }) => ({
    required,
    field: custom_field,
  }));
  const { custom_field_data } = requestParts(values);
  return [
    ...(offer || values.product_id ? [] : [bodyProblem('product_id', builder.chooseProduct)]),
    ...amountProblems(values.amount, price),
    ...checkFieldData(asked, custom_field_data, { complete: false }).problems,
  ];
}

function amountProblems(amount: CheckoutValues['amount'], price: ProductPrice | null): Problem[] {
  if (price?.amount_type !== 'custom' || typeof amount !== 'number') return [];
  const { minimum, maximum } = boundsOf(termsOf(price));
  if (amount >= minimum && amount <= maximum) return [];
  return [bodyProblem('amount', builder.chooseAmount(amountRange(price)))];
}

/** "from $5.00 to $100.00" */
export function amountRange(price: Extract<ProductPrice, { amount_type: 'custom' }>): string {
  const { minimum, maximum } = boundsOf(termsOf(price));
  const money = (amount: number) => formatMoney(amount, price.price_currency);
  return builder.amountRange(money(minimum), money(maximum));
}
