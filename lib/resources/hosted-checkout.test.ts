import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { createCheckout, updateCheckout } from '@/lib/resources/checkouts/contract';
import { findHostedCheckout } from '@/lib/resources/hosted-checkout';
import { callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { makeCheckout, makeProduct } from '@/testing/shop';

let seller: Seller;
let product_id: string;
beforeAll(async () => {
  seller = await makeSeller();
  product_id = (await makeProduct(seller)).id;
});

const embedOriginOf = async (clientSecret: string) =>
  (await findHostedCheckout(clientSecret))?.embedOrigin;
const open = (embed_origin: string) => makeCheckout(seller, product_id, { embed_origin });

const PLAIN = [
  'https://shop.example.com',
  'https://shop.example.com:8443',
  'https://xn--bcher-kva.example',
  'https://my_shop.example.com',
  'https://127.0.0.1',
  'http://localhost',
  'http://localhost:3000',
  'http://shop.localhost:3000',
];

/** What `URL` takes for a host, what means more in a policy, and what is no origin. */
const REFUSED = [
  '*',
  'https://*',
  'https://*.example.com',
  'https://a.example;script-src',
  "https://a.example;script-src'unsafe-inline'",
  'https://a.example,b.example',
  'https://a.example https://b.example',
  'https://a.example\thttps://b.example',
  'https://a.example\n',
  ' https://a.example',
  "https://'none'",
  "'self'",
  'https:',
  'https://',
  'https://$a',
  'https://a!b',
  'https://(a)',
  'https://a.example/',
  'https://a.example/path',
  'https://a.example?x',
  'https://a.example#x',
  'https://user@a.example',
  'https://a.example:443',
  'HTTPS://a.example',
  'https://A.example',
  'https://bücher.example',
  'http://a.example',
  'http://127.0.0.1:3000',
  'http://notlocalhost',
  'ws://localhost',
  'data:text/html,x',
  'null',
  '',
];

describe('the origin that may frame a checkout', () => {
  it.each(PLAIN)('is a plain one: %s', async (origin) => {
    const { embed_origin, client_secret, id } = await open(origin);
    expect(embed_origin).toBe(origin);
    expect(await embedOriginOf(client_secret)).toBe(origin);
    const body = { embed_origin: null };
    await callApi(updateCheckout, { params: { id }, body }, { as: seller });
    expect(await embedOriginOf(client_secret)).toBeNull();
  });

  it.each(REFUSED)(
    'is not %j, when it is made, when it is changed, and as it was stored',
    async (origin) => {
      const refused = await refusal(
        createCheckout,
        { body: { payment_processor: 'stripe', product_id, embed_origin: origin } },
        { as: seller },
      );
      expect([refused.status, places(refused)]).toEqual([422, ['body.embed_origin']]);

      const { id, client_secret } = await open('https://shop.example.com');
      const body = { embed_origin: origin };
      const unchanged = await refusal(updateCheckout, { params: { id }, body }, { as: seller });
      expect([unchanged.status, places(unchanged)]).toEqual([422, ['body.embed_origin']]);
      expect(await embedOriginOf(client_secret)).toBe('https://shop.example.com');

      await db(null).checkout.update({ where: { id }, data: { embedOrigin: origin } });
      expect(await embedOriginOf(client_secret)).toBeNull();
    },
  );
});
