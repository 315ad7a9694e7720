import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { call } from '@/lib/api/client';
import type { AnyContract, ContractInput, ContractOutput } from '@/lib/api/contract';
import { confirmCheckout, createCheckout } from '@/lib/checkouts/contract';
import { listOrders } from '@/lib/orders/contract';
import type { Order } from '@/lib/orders/schema';
import { createOrganization } from '@/lib/organizations/contract';
import { createProduct } from '@/lib/products/contract';

/** A signed-in seller with an organization that no other test sees. */
export interface Seller {
  email: string;
  password: string;
  organization: ContractOutput<typeof createOrganization>;
  /** The address of a page: `path('orders')`. */
  path: (page?: string) => string;
  /** Calls the API as this seller, to prepare what a test needs. */
  call: <C extends AnyContract>(
    operation: C,
    input?: ContractInput<C>,
  ) => Promise<ContractOutput<C>>;
}

interface Fixtures {
  seller: Seller;
  /** Fails the test when the page complains: errors, refused scripts, hydration. */
  quietConsole: undefined;
}

export const PASSWORD = 'correct horse battery';

/** An e-mail address that no other test uses. */
export function newEmail(): string {
  return `seller-${randomUUID()}@example.com`;
}

export const test = base.extend<Fixtures>({
  seller: async ({ context, baseURL }, use) => {
    const email = newEmail();
    const headers = { Origin: baseURL ?? '', 'X-Forwarded-For': randomAddress() };
    // Signing up writes the session into the browser's cookies.
    const answer = await context.request.post('/api/auth/sign-up/email', {
      headers,
      data: { name: 'Test Seller', email, password: PASSWORD },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const cookies = await context.cookies();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const asSeller: Seller['call'] = (operation, input = {}) =>
      call(operation, input, { baseUrl: baseURL ?? '', headers: { ...headers, Cookie } });
    const slug = `test-${randomUUID()}`;
    const organization = await asSeller(createOrganization, {
      body: { name: 'Paper & Ink', slug, timezone: 'America/New_York' },
    });
    await use({
      email,
      password: PASSWORD,
      organization,
      path: (page = '') => `/dashboard/${slug}${page === '' ? '' : `/${page}`}`,
      call: asSeller,
    });
  },
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // The browser itself reports answers that are no success; tests ask for some of them.
        const isAnswer = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isAnswer) {
          complaints.push(message.text());
        }
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** From the block that is kept for examples. */
function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

/** Axe finds nothing in the light theme, and in the dark one nothing of what a theme can change. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page });
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => ({
      theme: colorScheme,
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
    expect(found).toEqual([]);
  }
}

/** The page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(extra).toBeLessThanOrEqual(0);
}

/** Sells a product to buyers, one order each, by the API. */
export async function makeOrders(
  seller: Seller,
  buyers: readonly string[],
  { product = 'Letterpress Textures', amount = 2000 } = {},
): Promise<Order[]> {
  const { id: productId } = await seller.call(createProduct, {
    body: {
      name: product,
      organization_id: seller.organization.id,
      prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: amount }],
    },
  });
  for (const name of buyers) {
    const { client_secret } = await seller.call(createCheckout, {
      body: { payment_processor: 'stripe', product_id: productId },
    });
    await seller.call(confirmCheckout, {
      params: { client_secret },
      body: {
        customer_email: `buyer-${randomUUID()}@example.com`,
        customer_name: name,
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'pm_card_visa',
      },
    });
  }
  const query = { organization_id: [seller.organization.id], product_id: [productId], limit: 100 };
  await expect
    .poll(async () => (await seller.call(listOrders, { query })).items.length)
    .toBe(buyers.length);
  return (await seller.call(listOrders, { query })).items;
}

export { expect };
