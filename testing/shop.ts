import type { ContractInput, ContractOutput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { type Actor, callApi, refusal } from '@/testing/call-api';

// What most tests sell, made by the operations themselves.

type Prices = NonNullable<ContractInput<typeof createProduct>['body']>['prices'];

/** A fixed one-time price, minor units. */
export const fixed = (price_amount = 2000): Prices => [
  { type: 'one_time', amount_type: 'fixed', price_amount },
];
/** A fixed monthly price, minor units. */
export const monthly = (price_amount = 1500, more: { trial_days?: number } = {}): Prices => [
  { type: 'recurring', amount_type: 'fixed', price_amount, recurring_interval: 'month', ...more },
];
export const yearly = (price_amount: number): Prices => [
  { type: 'recurring', amount_type: 'fixed', price_amount, recurring_interval: 'year' },
];
export const free: Prices = [{ type: 'one_time', amount_type: 'free' }];
export const freeMonthly: Prices = [
  { type: 'recurring', amount_type: 'free', recurring_interval: 'month' },
];

/** A product, by default with one fixed one-time price. */
export function makeProduct(as: Actor, prices: Prices = fixed(), more: object = {}) {
  return callApi(createProduct, { body: { name: 'A product', prices, ...more } }, { as });
}

/** A license-key benefit. */
export function makeKeyBenefit(as: Actor, properties: object = {}) {
  return callApi(
    createBenefit,
    { body: { type: 'license_keys', description: 'License key', properties } },
    { as },
  );
}

/** A product that gives a license key. */
export async function makeKeyProduct(as: Actor, prices: Prices = fixed(), properties: object = {}) {
  const [product, benefit] = [await makeProduct(as, prices), await makeKeyBenefit(as, properties)];
  return callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits: [benefit.id] } },
    { as },
  );
}

/** An open checkout of a product. */
export function makeCheckout(as: Actor, product_id: string, more: object = {}) {
  return callApi(
    createCheckout,
    { body: { payment_processor: 'stripe', product_id, ...more } },
    { as },
  );
}

type Confirmation = NonNullable<ContractInput<typeof confirmCheckout>['body']>;

/** What a buyer with a working card sends. */
export const buyer = (more: Confirmation = {}): Confirmation => ({
  customer_email: 'buyer@example.com',
  customer_name: 'Bo Buyer',
  customer_billing_address: { country: 'US' },
  confirmation_token_id: 'pm_card_visa',
  ...more,
});

/** Confirms a checkout as its buyer. */
export function confirm(
  { client_secret }: { client_secret: string },
  body: Confirmation = buyer(),
  options: { idempotencyKey?: string } = {},
): Promise<ContractOutput<typeof confirmCheckout>> {
  return callApi(confirmCheckout, { params: { client_secret }, body }, options);
}

/** Confirms a checkout as a buyer who has to be refused; returns the failure. */
export function refuseConfirm(
  { client_secret }: { client_secret: string },
  body: Confirmation = buyer(),
  options: { idempotencyKey?: string } = {},
) {
  return refusal(confirmCheckout, { params: { client_secret }, body }, options);
}
