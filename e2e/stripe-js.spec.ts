import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  StripeElements,
  StripeElementsOptionsMode,
  Stripe as StripeOfPages,
} from '@stripe/stripe-js';
import type { Page } from 'playwright/test';
import Stripe from 'stripe';
import { expect, test } from './fixtures';
import { stripe as double, newStripeAccount } from './outside';

// The script of the double pays as Stripe's does: what the product's pages call is tried here on a page of its own.

declare global {
  interface Window {
    paying: { stripe: StripeOfPages; elements: StripeElements };
  }
}

const RETURN = 'http://127.0.0.1/return';

let server: Server | undefined;
test.afterAll(() => server?.close());

/** A page of another origin than the double's, on this computer: browsers let no other one reach it. */
async function shop(): Promise<string> {
  const html = '<!doctype html><title>Shop</title><div id="form"></div>';
  server ??= createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const listening = server;
  if (!listening.listening) {
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  }
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
}

async function openForm(page: Page, options: StripeElementsOptionsMode) {
  const { account, secretKey, publishableKey } = await newStripeAccount();
  const { hostname, port } = new URL(process.env.STRIPE_API_BASE ?? '');
  const sdk = new Stripe(secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  });
  await page.goto(await shop());
  await page.addScriptTag({ url: process.env.STRIPE_JS_URL ?? '' });
  await page.evaluate(
    ([key, given]) => {
      const stripe = window.Stripe?.(key);
      if (!stripe) throw new Error('The script has no Stripe');
      const elements = stripe.elements(given);
      elements.create('payment').mount('#form');
      window.paying = { stripe, elements };
    },
    [publishableKey, options] as const,
  );
  return { account, sdk };
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');

async function fill(page: Page, number: string) {
  await frameOf(page).getByLabel('Card number').fill(number);
  await frameOf(page).getByLabel('Expiration date').fill('12 / 34');
  await frameOf(page).getByLabel('Security code').fill('123');
}

/** Submits the form, and makes a confirmation token of what was typed. */
async function pay(page: Page): Promise<string> {
  const made = await page.evaluate(async (return_url) => {
    const { stripe, elements } = window.paying;
    await elements.submit();
    return stripe.createConfirmationToken({ elements, params: { return_url } });
  }, RETURN);
  return made.confirmationToken?.id ?? '';
}

const ONCE = { mode: 'payment', amount: 2000, currency: 'usd' } as const;

test('a card is typed, becomes a token, and pays', async ({ page }) => {
  const { account, sdk } = await openForm(page, ONCE);
  await fill(page, '4242 4242 4242 4241');
  expect(await page.evaluate(() => window.paying.elements.submit())).toMatchObject({
    error: { code: 'invalid_number' },
  });
  await fill(page, '4242 4242 4242 4242');
  const intent = await sdk.paymentIntents.create({ amount: 2000, currency: 'usd' });
  const confirmation_token = await pay(page);
  const paid = await sdk.paymentIntents.confirm(intent.id, { confirmation_token });
  expect(paid.status).toBe('succeeded');
  expect(await double().charges(account)).toMatchObject([{ amount: 2000 }]);
});

test('a subscription’s form stores the method', { tag: '@soak' }, async ({ page }) => {
  const { sdk } = await openForm(page, { ...ONCE, mode: 'subscription' });
  await fill(page, '5555 5555 5555 4444');
  const customer = await sdk.customers.create({ email: 'bo@example.com' });
  const intent = await sdk.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
  });
  const confirmation_token = await pay(page);
  const paid = await sdk.paymentIntents.confirm(intent.id, { confirmation_token });
  expect(paid.status).toBe('succeeded');
  const { data } = await sdk.paymentMethods.list({ customer: customer.id });
  expect(data).toMatchObject([{ card: { brand: 'mastercard' } }]);
});

for (const [button, status] of [
  ['Complete authentication', 'succeeded'],
  ['Fail authentication', 'requires_payment_method'],
] as const) {
  test(`the bank asks in place: ${button}`, { tag: '@soak' }, async ({ page }) => {
    const { sdk } = await openForm(page, ONCE);
    await fill(page, '4000 0000 0000 3220');
    const intent = await sdk.paymentIntents.create({ amount: 2000, currency: 'usd' });
    const confirmation_token = await pay(page);
    const asked = await sdk.paymentIntents.confirm(intent.id, {
      confirmation_token,
      use_stripe_sdk: true,
    });
    expect(asked.status).toBe('requires_action');
    const clientSecret = intent.client_secret ?? '';
    const handled = page.evaluate(
      (secret) => window.paying.stripe.handleNextAction({ clientSecret: secret }),
      clientSecret,
    );
    const bank = page.frameLocator('iframe[title="Authentication of your bank"]');
    await bank.getByRole('button', { name: button }).click();
    const result = await handled;
    expect(result.error === undefined).toBe(status === 'succeeded');
    expect((await sdk.paymentIntents.retrieve(intent.id)).status).toBe(status);
  });
}

test('euros are paid by other methods too', { tag: '@soak' }, async ({ page }) => {
  const { sdk } = await openForm(page, { ...ONCE, currency: 'eur' });
  await frameOf(page).getByLabel('Payment method').selectOption('SEPA Direct Debit');
  await frameOf(page).getByLabel('IBAN').fill('AT61 1904 3002 3457 3201');
  const intent = await sdk.paymentIntents.create({ amount: 2000, currency: 'eur' });
  const confirmation_token = await pay(page);
  const paid = await sdk.paymentIntents.confirm(intent.id, { confirmation_token });
  expect(paid.status).toBe('processing');
});
