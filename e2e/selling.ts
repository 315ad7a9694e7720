import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { ContractInput, ContractOutput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { confirmCheckout, createCheckout } from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { completeFile, createFile } from '@/lib/resources/files/contract';
import { activateLicenseKey, listLicenseKeys } from '@/lib/resources/license-keys/contract';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import {
  listSubscriptions,
  setSubscriptionPaymentMethod,
} from '@/lib/resources/subscriptions/contract';
import type { Subscription } from '@/lib/resources/subscriptions/schema';
import { advanceTestClock, getTestClock } from '@/lib/resources/test-clocks/contract';
import { expect, type Seller } from './fixtures';

type Price = NonNullable<ContractInput<typeof createProduct>['body']>['prices'][number];

interface Sold {
  name?: string;
  price?: Price;
  /** The properties of the product's license-key benefit; without them it has none. */
  keys?: object;
}

interface Uploaded {
  service?: 'downloadable' | 'product_media';
  mime_type?: string;
}

/** A product, by default $15.00 a month with a license key for three machines. */
export async function makeProduct(
  seller: Seller,
  {
    name = 'Quill Pro',
    price = {
      type: 'recurring',
      amount_type: 'fixed',
      price_amount: 1500,
      recurring_interval: 'month',
    },
    keys = { prefix: 'QUILL', activations: { limit: 3, enable_customer_admin: true } },
  }: Sold = {},
): Promise<ContractOutput<typeof createProduct>> {
  const organization_id = seller.organization.id;
  const product = await seller.call(createProduct, {
    body: { name, organization_id, prices: [price] },
  });
  const benefit = await seller.call(createBenefit, {
    body: { type: 'license_keys', description: 'Quill license', organization_id, properties: keys },
  });
  return seller.call(updateProductBenefits, {
    params: { id: product.id },
    body: { benefits: [benefit.id] },
  });
}

/** A discount of 20% on everything; for three months where it is repeating. */
export async function makeDiscount(seller: Seller, duration: 'once' | 'forever' | 'repeating') {
  return seller.call(createDiscount, {
    body: {
      name: 'Friends',
      type: 'percentage',
      basis_points: 2000,
      ...(duration === 'repeating' ? { duration, duration_in_months: 3 } : { duration }),
      organization_id: seller.organization.id,
    },
  });
}

/** Lets buyers buy, one after the other. */
export async function sellTo(
  seller: Seller,
  product_id: string,
  buyers: readonly string[],
  more: object = {},
): Promise<void> {
  for (const customer_name of buyers) {
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id, ...more },
    });
    const body = {
      customer_email: `buyer-${randomUUID()}@example.com`,
      customer_name,
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'pm_card_visa',
    };
    await seller.call(confirmCheckout, { params: { client_secret }, body });
  }
}

/** The seller's subscriptions, newest first. */
export async function subscriptionsOf(seller: Seller): Promise<Subscription[]> {
  const query = { organization_id: [seller.organization.id], limit: 100 };
  return (await seller.call(listSubscriptions, { query })).items;
}

/** Sells one subscription; `method` is the payment method that renewals charge, once it was bought with a good one. */
export async function subscribe(
  seller: Seller,
  productId: string,
  { buyer = 'Ada Byron', method, ...more }: { buyer?: string; method?: string } & object = {},
): Promise<Subscription> {
  await sellTo(seller, productId, [buyer], more);
  const [sold] = await subscriptionsOf(seller);
  if (!sold) throw new Error('Nothing was sold');
  const params = { id: sold.id };
  if (!method) return sold;
  const body = { confirmation_token_id: method };
  return seller.call(setSubscriptionPaymentMethod, { params, body });
}

/** Advances the test clock of the seller's organization, and waits until everything due by then has happened. */
export async function advanceClock(seller: Seller, to: Date): Promise<void> {
  const organization_id = seller.organization.id;
  await seller.call(advanceTestClock, { body: { organization_id, to: to.toISOString() } });
  const status = async () =>
    (await seller.call(getTestClock, { query: { organization_id } })).status;
  await expect.poll(status).toBe('ready');
}

const DAY = 24 * 60 * 60 * 1000;

/** Advances to the end of a subscription's period, where its renewal is tried, or to days after it. */
export async function advanceToRenewal(
  seller: Seller,
  { current_period_end }: Subscription,
  { days = 0 } = {},
): Promise<void> {
  await advanceClock(seller, new Date(Date.parse(current_period_end ?? '') + days * DAY));
}

/** The one license key of a seller who has sold one. */
export async function keyOf(seller: Seller): Promise<LicenseKey> {
  const query = { organization_id: [seller.organization.id] };
  const [key, ...others] = (await seller.call(listLicenseKeys, { query })).items;
  expect(others).toEqual([]);
  if (!key) throw new Error('Nothing with a license key was sold');
  return key;
}

/** Activates a key as an app does. */
export function activate(seller: Seller, { key, organization_id }: LicenseKey, label: string) {
  const body = { key, organization_id, label, meta: { os: 'macOS' } };
  return seller.call(activateLicenseKey, { body });
}

/** The path of the checkout that the seller's page shows, as he hands it out: by "Copy link". */
export async function copiedCheckout(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  return new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
}

/** Uploads a file, by default one that buyers may download; answers its id. */
export async function upload(
  seller: Seller,
  name: string,
  content: Buffer | string,
  { service = 'downloadable', mime_type = 'text/plain' }: Uploaded = {},
): Promise<string> {
  const bytes = Buffer.from(content);
  const size = bytes.length;
  const made = await seller.call(createFile, {
    body: {
      organization_id: seller.organization.id,
      service,
      name,
      mime_type,
      size,
      upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: size }] },
    },
  });
  const stored = await fetch(made.upload.parts[0]?.url ?? '', { method: 'PUT', body: bytes });
  const checksum_etag = stored.headers.get('ETag') ?? '';
  await seller.call(completeFile, {
    params: { id: made.id },
    body: { id: made.upload.id, path: made.path, parts: [{ number: 1, checksum_etag }] },
  });
  return made.id;
}
