import { expect, it } from 'vitest';
import { stripeClient } from '@/lib/integrations/stripe/client';
import { findById, registerDomains } from '@/lib/resources/payment-connections/service';
import { provideSettings } from '@/lib/runtime/env';
import { connectStripe, startStripe } from '@/testing/connections';
import { makeSeller } from '@/testing/factories';
import { makeCheckout, makeProduct } from '@/testing/shop';

// @module-tag soak

it('tells an account once of each domain on which its buyers pay', async () => {
  const stripe = await startStripe();
  const as = await makeSeller();
  const { keys, connection } = await connectStripe(as, stripe);
  const product = await makeProduct(as);
  const embedded = { embed_origin: 'https://shop.example.com' };
  await makeCheckout(as, product.id, embedded);
  await makeCheckout(as, product.id, embedded);
  // On this computer no wallet works.
  await makeCheckout(as, product.id, { embed_origin: 'http://localhost:4000' });
  provideSettings({ PUBLIC_URL: 'https://pay.example.com' });
  try {
    await registerDomains();
    await registerDomains();
  } finally {
    provideSettings({ PUBLIC_URL: '' });
  }
  const domains = ['pay.example.com', 'shop.example.com'];
  const { data } = await stripeClient(keys.secret_key).paymentMethodDomains.list();
  expect(data.map(({ domain_name }) => domain_name).toSorted()).toEqual(domains);
  const row = await findById(connection.id);
  expect(row?.domains.toSorted()).toEqual(domains);
  expect(stripe.violations).toEqual([]);
});
