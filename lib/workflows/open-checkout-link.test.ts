import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/buy/[clientSecret]/route';
import { db } from '@/lib/database/connection/client';
import { registerLiveProcessor } from '@/lib/integrations/payments/processor';
import { sandboxProcessor } from '@/lib/integrations/payments/sandbox';
import {
  createCheckoutLink,
  deleteCheckoutLink,
  getCheckoutLink,
  updateCheckoutLink,
} from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import {
  getCheckoutByClient,
  listCheckouts,
  updateCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { updateProduct } from '@/lib/resources/products/contract';
import { getTestClock } from '@/lib/resources/test-clocks/contract';
import { provideSettings } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeSeller, type Seller } from '@/testing/factories';
import { confirm, free, makeProduct, monthly, yearly } from '@/testing/shop';
import { runs } from '@/testing/soak';

// What the address of a checkout link answers (docs/contract/checkout-links.md#opening).
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

let seller: Seller;
let product: Awaited<ReturnType<typeof makeProduct>>;
beforeAll(async () => {
  seller = await makeSeller();
  product = await makeProduct(seller);
});

function makeLink(body: object = {}, as = seller): Promise<CheckoutLink> {
  return callApi(createCheckoutLink, { body: { product_id: product.id, ...body } }, { as });
}

interface Visit {
  query?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Requests an address as a browser does, through the route. */
function request(clientSecret: string, { query = '', method = 'GET', headers = {} }: Visit = {}) {
  const url = `http://localhost:3000/buy/${clientSecret}${query && `?${query}`}`;
  const sent = new Request(url, { method, headers: { 'user-agent': BROWSER, ...headers } });
  return GET(sent, { params: Promise.resolve({ clientSecret }) });
}

/** Opens a link; returns the client secret of the checkout that it leads to and the cookie that it sets. */
async function open({ client_secret }: CheckoutLink, visit: Visit = {}) {
  const response = await request(client_secret, visit);
  expect(response.status, await response.clone().text()).toBe(303);
  const [, secret = ''] =
    /^http:\/\/localhost:3000\/checkout\/(td_c_[\w-]{43})$/.exec(
      response.headers.get('location') ?? '',
    ) ?? [];
  expect(secret).not.toBe('');
  const setCookie = response.headers.get('set-cookie');
  return { secret, setCookie, cookie: setCookie?.split(';')[0] ?? '' };
}

const checkoutOf = (client_secret: string) =>
  callApi(getCheckoutByClient, { params: { client_secret } });

/** The checkout that a visit opens, as its seller sees it. */
async function opened(link: CheckoutLink, query = '', as = seller) {
  const { secret } = await open(link, { query });
  const { id } = await checkoutOf(secret);
  const { items } = await callApi(listCheckouts, { query: { limit: 100 } }, { as });
  const found = items.find((checkout) => checkout.id === id);
  if (!found) throw new Error('The visit opened no checkout');
  return found;
}

const countsOf = async ({ id }: CheckoutLink, as = seller) => {
  const link = await callApi(getCheckoutLink, { params: { id } }, { as });
  return [link.checkouts_count, link.succeeded_count];
};

function makeDiscount(body: object = {}) {
  const fixed = { name: 'Ten', type: 'percentage', duration: 'once', basis_points: 1000 } as const;
  return callApi(createDiscount, { body: { ...fixed, ...body } }, { as: seller });
}

describe('a visit', () => {
  it('opens a checkout of what the link sells and redirects to it', async () => {
    const discount = await makeDiscount();
    const link = await makeLink({
      discount_id: discount.id,
      success_url: 'https://shop.example/thanks?of={CHECKOUT_ID}',
      allow_discount_codes: false,
      metadata: { source: 'letter' },
    });
    const checkout = await opened(link);
    expect(checkout).toMatchObject({
      status: 'open',
      product_id: product.id,
      product_price_id: product.prices[0]?.id,
      discount_id: discount.id,
      total_amount: 1800,
      allow_discount_codes: false,
      metadata: { source: 'letter' },
      success_url: `https://shop.example/thanks?of=${checkout.id}`,
      customer_email: null,
    });
    const ttl = Date.parse(checkout.expires_at) - Date.parse(checkout.created_at);
    expect(ttl).toBe(86_400_000);
    expect(link.url).toBe(`http://localhost:3000/buy/${link.client_secret}`);
  });

  it("takes what the link holds, not the organization's checkout settings", async () => {
    const as = await makeSeller();
    const sold = await makeProduct(as);
    const link = await makeLink({ product_id: sold.id }, as);
    const body = {
      checkout_settings: { allow_discount_codes: false, success_url: 'https://shop.example' },
    };
    await callApi(updateOrganization, { params: { id: as.organizationId }, body }, { as });
    const checkout = await opened(link, '', as);
    expect(checkout.allow_discount_codes).toBe(true);
    expect(checkout.success_url).toBe(`${checkout.url}/confirmation`);
  });

  it('sells at the price of the link, else at the first live one of the product', async () => {
    const plan = await makeProduct(seller, [...(monthly() ?? []), ...(yearly(15_000) ?? [])]);
    const [month, year] = plan.prices.map(({ id }) => id);
    const link = await makeLink({ product_id: plan.id });
    expect(await opened(link)).toMatchObject({ product_price_id: month });
    const named = await makeLink({ product_id: null, product_price_id: year });
    expect(await opened(named)).toMatchObject({ product_price_id: year });
    const body = { prices: [{ id: year }] };
    await callApi(updateProduct, { params: { id: plan.id }, body }, { as: seller });
    expect(await opened(link)).toMatchObject({ product_price_id: year });
  });

  it('ignores a discount that cannot apply any more', async () => {
    const discount = await makeDiscount();
    const link = await makeLink({ discount_id: discount.id });
    const ended = { ends_at: '2020-01-01T00:00:00Z' };
    await callApi(updateDiscount, { params: { id: discount.id }, body: ended }, { as: seller });
    expect(await opened(link)).toMatchObject({ discount_id: null, total_amount: 2000 });
  });

  it('is not stored, and its cookie is of the link alone', async () => {
    const link = await makeLink();
    const response = await request(link.client_secret);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^tilldesk\\.checkout=[\\w.-]+; Max-Age=86400; Path=/buy/${link.client_secret}; HttpOnly; SameSite=Lax$`,
      ),
    );
    provideSettings({ PUBLIC_URL: 'https://shop.example.com' });
    const secure = await request(link.client_secret).finally(() =>
      provideSettings({ PUBLIC_URL: '' }),
    );
    expect(secure.headers.get('set-cookie')).toMatch(/^__Secure-tilldesk\.checkout=.*; Secure$/);
    expect(secure.headers.get('location')).toMatch(
      /^https:\/\/shop\.example\.com\/checkout\/td_c_/,
    );
  });

  it('is counted, and so is its sale', async () => {
    const link = await makeLink();
    const { secret } = await open(link);
    await open(link);
    await confirm({ client_secret: secret });
    await expect.poll(() => countsOf(link)).toEqual([2, 1]);
  });

  it('stores the address of the visitor', async () => {
    const { secret } = await open(await makeLink(), {
      headers: { 'x-client-ip': '203.0.113.9' },
    });
    expect(await checkoutOf(secret)).toMatchObject({ customer_ip_address: '203.0.113.9' });
  });

  it('goes by the test clock of the organization, and waits while that advances', async () => {
    const as = await makeSeller();
    const { id: product_id } = await makeProduct(as);
    const link = await makeLink({ product_id }, as);
    const now = new Date('2031-05-06T07:08:09.000Z');
    const { organizationId } = as;
    await db(null).testClock.create({ data: { organizationId, now } });
    expect((await callApi(getTestClock, {}, { as })).now).toBe(now.toISOString());
    expect(await opened(link, '', as)).toMatchObject({
      created_at: now.toISOString(),
      expires_at: '2031-05-07T07:08:09.000Z',
    });
    const target = new Date('2031-06-01T00:00:00.000Z');
    await db(null).testClock.update({ where: { organizationId }, data: { target } });
    const response = await request(link.client_secret);
    expect([response.status, response.headers.get('retry-after')]).toEqual([409, '2']);
    expect(await response.text()).toContain('This checkout cannot be opened right now.');
    expect(await countsOf(link, as)).toEqual([1, 0]);
  });
});

describe('a browser that returns', () => {
  it('resumes its open checkout', async () => {
    const link = await makeLink();
    const { secret, cookie } = await open(link);
    const body = { customer_name: 'Ada' };
    await callApi(updateCheckoutByClient, { params: { client_secret: secret }, body });
    const again = await open(link, { headers: { cookie: `a=b; ${cookie}` } });
    expect(again).toMatchObject({ secret, setCookie: null });
    expect(await countsOf(link)).toEqual([1, 0]);
  });

  it('resumes no checkout that is paid or expired', async () => {
    const link = await makeLink();
    const paid = await open(link);
    await confirm({ client_secret: paid.secret });
    const second = await open(link, { headers: { cookie: paid.cookie } });
    expect(second.secret).not.toBe(paid.secret);
    expect(second.setCookie).not.toBeNull();
    await db(null).checkout.updateMany({
      where: { clientSecret: second.secret },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const third = await open(link, { headers: { cookie: second.cookie } });
    expect(third.secret).not.toBe(second.secret);
    expect(await countsOf(link)).toEqual([3, 1]);
  });

  it('resumes no checkout of another price than the link sells at now', async () => {
    const plan = await makeProduct(seller, [...(monthly() ?? []), ...(yearly(15_000) ?? [])]);
    const [month, year] = plan.prices.map(({ id }) => id);
    const link = await makeLink({ product_id: plan.id });
    const first = await open(link);
    const params = { id: link.id };
    await callApi(updateCheckoutLink, { params, body: { product_price_id: year } }, { as: seller });
    const other = await open(link, { headers: { cookie: first.cookie } });
    expect(await checkoutOf(other.secret)).toMatchObject({ product_price_id: year });
    // What the buyer himself has chosen since is kept, as long as it is offered.
    const chosen = { params: { client_secret: other.secret }, body: { product_price_id: month } };
    await callApi(updateCheckoutByClient, chosen);
    const headers = { cookie: other.cookie };
    expect((await open(link, { headers })).secret).toBe(other.secret);
    const body = { prices: [{ id: year }] };
    await callApi(updateProduct, { params: { id: plan.id }, body }, { as: seller });
    expect((await open(link, { headers })).secret).not.toBe(other.secret);
  });

  it('resumes nothing by the cookie of another link, or by a made-up one', async () => {
    const [link, other] = [await makeLink(), await makeLink()];
    const { secret, cookie } = await open(link);
    const { id } = await checkoutOf(secret);
    const [name = '', value = ''] = cookie.split('=');
    expect(value).not.toContain(secret);
    const foreign = await open(other, { headers: { cookie } });
    expect(foreign.secret).not.toBe(secret);
    for (const forged of [
      id,
      `${id}.${product.prices[0]?.id}`,
      // Not its last character, of which the signature has only some bits.
      value.slice(0, -2) + (value.at(-2) === 'A' ? 'B' : 'A') + value.slice(-1),
      value.replace(id, newId()),
      '%',
      '',
      'x'.repeat(4000),
    ]) {
      const headers = { cookie: `${name}=${forged}` };
      expect((await open(link, { headers })).secret).not.toBe(secret);
    }
  });

  it('has a checkout of its own where many open the link at once', { tags: 'soak' }, async () => {
    const link = await makeLink();
    const visits = await Promise.all(Array.from({ length: 12 }, () => open(link)));
    expect(new Set(visits.map(({ secret }) => secret)).size).toBe(12);
    const again = await Promise.all(
      visits.flatMap(({ cookie }) => {
        const headers = { cookie };
        return [open(link, { headers }), open(link, { headers })];
      }),
    );
    expect(again.map(({ secret }) => secret)).toEqual(
      visits.flatMap(({ secret }) => [secret, secret]),
    );
    expect(await countsOf(link)).toEqual([12, 0]);
  });
});

describe('nothing is created', () => {
  const AUTOMATED: [string, Visit][] = [
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['a prefetch of an older browser', { headers: { purpose: 'prefetch' } }],
    ['a prefetch of an older Firefox', { headers: { 'x-moz': 'prefetch' } }],
    ...[
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'Twitterbot/1.0',
      'WhatsApp/2.23.20.0',
      'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
      'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/143.0 Safari/537.36 Chrome-Lighthouse',
    ].map((agent): [string, Visit] => [agent, { headers: { 'user-agent': agent } }]),
  ];

  it.each(AUTOMATED)('for %s', async (_, visit) => {
    const as = await makeSeller();
    const { id: product_id } = await makeProduct(as, undefined, { name: 'Quill <b>&"' });
    const link = await makeLink({ product_id }, as);
    const response = await request(link.client_secret, visit);
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('<h1>Quill &lt;b&gt;&amp;&quot;</h1>');
    expect(page).toContain('Continue to checkout');
    // A page that the browser has kept asks again when it is shown; one that runs at once must not.
    const purpose = Object.values(visit.headers ?? {}).join();
    expect(page.includes('http-equiv="refresh"')).toBe(purpose === 'prefetch');
    expect(await countsOf(link, as)).toEqual([0, 0]);
  });

  it.each([
    BROWSER.replace('Chrome/', 'HeadlessChrome/'),
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0',
    'curl/8.9.1',
    'node',
    '',
  ])('but for a visitor with %j there is', async (agent) => {
    const link = await makeLink();
    await open(link, { headers: { 'user-agent': agent } });
    expect(await countsOf(link)).toEqual([1, 0]);
  });
});

describe('the query', () => {
  it('fills in email address, name and amount', async () => {
    const tip = await makeProduct(seller, [
      { type: 'one_time', amount_type: 'custom', minimum_amount: 500, maximum_amount: 5000 },
    ]);
    const link = await makeLink({ product_id: tip.id });
    const query = 'customer_email=ada%40example.com&customer_name=Ada+Byron&amount=2500';
    expect(await opened(link, query)).toMatchObject({
      customer_email: 'ada@example.com',
      customer_name: 'Ada Byron',
      amount: 2500,
    });
  });

  it.each([
    ['customer_email=no-address', { customer_email: null }],
    ['customer_email=null', { customer_email: null }],
    ['customer_email=&customer_name=', { customer_email: null, customer_name: null }],
    [`customer_name=${'a'.repeat(501)}`, { customer_name: null }],
    ['customer_name=A%00B', { customer_name: null }],
    ['amount=499', { amount: 1000 }],
    ['amount=5001', { amount: 1000 }],
    ['amount=-1', { amount: 1000 }],
    ['amount=ten', { amount: 1000 }],
    ['amount=99999999999999999999', { amount: 1000 }],
    ['amount=1500.5', { amount: 1000 }],
    ['discount_code=UNKNOWN', { discount_id: null }],
    ['customer_id=00000000-0000-4000-8000-000000000000&success_url=https://evil.example', {}],
  ])('does not with what is not valid: %s', async (query, expected) => {
    const tip = await makeProduct(seller, [
      { type: 'one_time', amount_type: 'custom', minimum_amount: 500, maximum_amount: 5000 },
    ]);
    const link = await makeLink({ product_id: tip.id });
    const checkout = await opened(link, `${query}&reference_id=kept`);
    expect(checkout).toMatchObject({ ...expected, metadata: { reference_id: 'kept' } });
    expect(checkout.customer_id).toBeNull();
    expect(checkout.success_url).toContain('/confirmation');
  });

  it('picks the currency where the product is sold in it', async () => {
    const prices = [
      { type: 'one_time', amount_type: 'fixed', price_amount: 2000 },
      { type: 'one_time', amount_type: 'fixed', price_amount: 1800, price_currency: 'eur' },
    ] as const;
    const link = await makeLink({ product_id: (await makeProduct(seller, [...prices])).id });
    const dollars = { currency: 'usd', amount: 2000, customer_name: 'Ada' };
    const euros = { currency: 'eur', amount: 1800, customer_name: 'Ada' };
    const of = (currency: string) => opened(link, `currency=${currency}&customer_name=Ada`);
    expect(await of('eur')).toMatchObject(euros);
    expect(await of('EUR')).toMatchObject(euros);
    for (const other of ['', 'usd', 'jpy', 'doge', '%00']) {
      expect(await of(other)).toMatchObject(dollars);
    }
  });

  it('drops the wrong value and keeps the others', async () => {
    const link = await makeLink();
    const query = 'customer_email=wrong&customer_name=Ada&amount=100000&discount_code=NONE';
    expect(await opened(link, query)).toMatchObject({
      customer_email: null,
      customer_name: 'Ada',
      amount: 2000,
      discount_id: null,
    });
  });

  it('applies a discount code in place of the link’s discount', async () => {
    const [own, half] = [
      await makeDiscount(),
      await makeDiscount({ code: `HALF${newId().slice(-6)}`, basis_points: 5000 }),
    ];
    const link = await makeLink({ discount_id: own.id });
    const query = `discount_code=${half.code?.toLowerCase()}`;
    expect(await opened(link, query)).toMatchObject({ discount_id: half.id, total_amount: 1000 });
    expect(await opened(link, 'discount_code=nothing')).toMatchObject({ discount_id: own.id });
    expect(await opened(link, 'discount_code=')).toMatchObject({ discount_id: own.id });
    const closed = await makeLink({ discount_id: own.id, allow_discount_codes: false });
    expect(await opened(closed, query)).toMatchObject({ discount_id: own.id });
    // A code that is right is not lost to another value that is wrong.
    const both = await opened(link, `${query}&customer_name=Ada&customer_email=wrong`);
    expect(both).toMatchObject({ discount_id: half.id, customer_name: 'Ada' });
  });

  it('answers custom fields, each by its type', async () => {
    const field = (type: string, properties: object = {}) =>
      callApi(
        createCustomField,
        { body: { type, slug: `${type}-${newId()}`, name: type, properties } as never },
        { as: seller },
      );
    const fields = await Promise.all([
      field('text', { max_length: 5 }),
      field('number', { ge: 10 }),
      field('checkbox'),
      field('date'),
      field('select', { options: [{ value: 's', label: 'Small' }] }),
    ]);
    const [text, number, box, date, select] = fields.map(({ slug }) => slug);
    const attached = fields.map(({ id }) => ({ custom_field_id: id, required: false }));
    const asking = await makeProduct(seller, undefined, { attached_custom_fields: attached });
    const link = await makeLink({ product_id: asking.id });
    const answers = (values: Record<string, string>) =>
      new URLSearchParams(
        Object.entries(values).map(([slug, value]) => [`custom_field_data.${slug}`, value]),
      ).toString();
    const good = { [`${text}`]: 'Team', [`${number}`]: '12', [`${box}`]: 'true' };
    const more = { [`${date}`]: '2026-05-06', [`${select}`]: 's' };
    expect((await opened(link, answers({ ...good, ...more }))).custom_field_data).toEqual({
      ...{ [`${text}`]: 'Team', [`${number}`]: 12, [`${box}`]: true },
      ...more,
    });
    const bad = {
      [`${text}`]: 'too long',
      [`${number}`]: '9',
      [`${box}`]: 'maybe',
      [`${date}`]: 'May',
      [`${select}`]: 's',
      unknown: 'x',
      constructor: 'x',
      ['__proto__']: 'x',
    };
    expect((await opened(link, answers(bad))).custom_field_data).toEqual({ [`${select}`]: 's' });
  });

  it('adds utm_* and reference_id to the metadata, where the link’s own win', async () => {
    const link = await makeLink({ metadata: { utm_source: 'link', kept: 1 } });
    const query =
      'utm_source=query&utm_medium=mail&utm_medium=second&reference_id=R-1&other=x&utm_campaign=';
    expect((await opened(link, query)).metadata).toEqual({
      utm_source: 'link',
      kept: 1,
      utm_medium: 'mail',
      reference_id: 'R-1',
      utm_campaign: '',
    });
    const long = `utm_${'k'.repeat(37)}=x&utm_long=${'v'.repeat(501)}&utm_${'k'.repeat(36)}=y`;
    expect((await opened(await makeLink(), long)).metadata).toEqual({
      [`utm_${'k'.repeat(36)}`]: 'y',
    });
  });

  it('adds as many pairs as there is room for', async () => {
    const own = Object.fromEntries(
      Array.from({ length: 48 }, (_, index) => [`key${index}`, index]),
    );
    const link = await makeLink({ metadata: own });
    const { metadata } = await opened(link, 'utm_a=1&utm_b=2&utm_c=3&reference_id=4');
    expect(metadata).toEqual({ ...own, utm_a: '1', utm_b: '2' });
  });

  it('changes nothing of a checkout that is resumed', async () => {
    const link = await makeLink();
    const { secret, cookie } = await open(link, { query: 'customer_name=Ada' });
    await open(link, { query: 'customer_name=Bo', headers: { cookie } });
    expect(await checkoutOf(secret)).toMatchObject({ customer_name: 'Ada' });
  });

  it('whatever it is opens a checkout', async () => {
    const number = await callApi(
      createCustomField,
      { body: { type: 'number', slug: `n-${newId()}`, name: 'Number', properties: {} } },
      { as: seller },
    );
    const asking = await makeProduct(seller, free, {
      attached_custom_fields: [{ custom_field_id: number.id, required: true }],
    });
    const links = [await makeLink(), await makeLink({ product_id: asking.id })];
    const name = fc.oneof(
      fc.constantFrom(
        ...[
          'customer_email',
          'customer_name',
          'discount_code',
          'amount',
          'currency',
          'reference_id',
        ],
        ...['utm_source', 'custom_field_data', 'custom_field_data.', '__proto__', 'product_id'],
        ...['custom_field_data.__proto__', 'metadata', 'customer_id', 'discount_id'],
        `custom_field_data.${number.slug}`,
      ),
      fc.string({ unit: 'binary' }),
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.constantFrom('null', '\0', '1e9', '-0', '007', 'true', '{}', 'a@b.co', '9'.repeat(17)),
      fc.integer().map(String),
    );
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...links), pairs, async (link, query) => {
        await open(link, { query: new URLSearchParams(query).toString() });
      }),
      { numRuns: runs(60, 12) },
    );
  });

  it('that is malformed does no harm', async () => {
    const link = await makeLink();
    for (const query of [
      '%',
      '%00',
      '&&==&',
      'amount',
      `utm_x=${'%ff'.repeat(900)}`,
      '%ED%A0%80=1',
    ]) {
      await open(link, { query });
    }
  });
});

describe('an address', () => {
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `2001:db8:${newId().slice(-4)}:${addresses}::1`;
  };
  const statuses = async (times: number, link: CheckoutLink, headers: Record<string, string>) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => request(link.client_secret, { headers })),
    );
    return answers.map(({ status }) => status).sort();
  };
  const setSandbox = (as: Seller, isSandbox: boolean) =>
    db(null).organization.update({ where: { id: as.organizationId }, data: { isSandbox } });

  // Limits of a live organization, which takes payments.
  beforeAll(() => registerLiveProcessor({ ...sandboxProcessor, name: 'live' }));
  afterAll(() => registerLiveProcessor(null));

  it('opens 60 checkouts a minute, and resumes as many as it likes', { tags: 'soak' }, async () => {
    const as = await makeSeller();
    const link = await makeLink({ product_id: (await makeProduct(as)).id }, as);
    await setSandbox(as, false);
    const headers = { 'x-client-ip': newAddress() };
    const { cookie } = await open(link, { headers });
    expect(await statuses(62, link, headers)).toEqual([
      ...Array<number>(59).fill(303),
      ...Array<number>(3).fill(429),
    ]);
    expect(await statuses(5, link, { ...headers, cookie })).toEqual(Array(5).fill(303));
    const refused = await request(link.client_secret, { headers });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const text = await refused.text();
    expect(text).toContain('Too many checkouts were opened from your network.');
    expect(text).toContain('<p class="seller">');
    expect(text).not.toContain('Nothing was charged');
    await open(link, { headers: { 'x-client-ip': newAddress() } });
    expect(await countsOf(link, as)).toEqual([61, 0]);
  });

  it('opens a hundred times as many in sandbox', { tags: 'soak' }, async () => {
    const link = await makeLink();
    const headers = { 'x-client-ip': newAddress() };
    expect(await statuses(70, link, headers)).toEqual(Array(70).fill(303));
    await db(null).rateLimit.updateMany({
      where: { points: 70, key: { startsWith: 'checkout_link:6000/' } },
      data: { points: 6000 },
    });
    expect(await statuses(2, link, headers)).toEqual([429, 429]);
  });

  it('guesses discount codes no more often than at a checkout', async () => {
    const as = await makeSeller();
    const link = await makeLink({ product_id: (await makeProduct(as)).id }, as);
    const code = `RIGHT${newId().slice(-6)}`;
    const discount = { name: 'R', type: 'percentage', duration: 'once', basis_points: 1000, code };
    await callApi(createDiscount, { body: discount as never }, { as });
    await setSandbox(as, false);
    const headers = { 'x-client-ip': newAddress() };
    const query = `discount_code=${code}`;
    const applied = async () =>
      (await checkoutOf((await open(link, { headers, query })).secret)).discount;
    expect(await applied()).toMatchObject({ code });
    for (let guess = 0; guess < 6; guess += 1) {
      await open(link, { headers, query: `discount_code=wrong${guess}` });
    }
    expect(await applied()).toBeNull();
  });
});

describe('a link that leads nowhere', () => {
  const page = async (clientSecret: string, visit: Visit = {}) => {
    const response = await request(clientSecret, visit);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    return { status: response.status, text: await response.text() };
  };

  it.each(['td_cl_unknown', `td_cl_${'x'.repeat(43)}`, 'a\0b', "' OR 1=1", 'ü', 'x'.repeat(3000)])(
    'is not found: %j',
    async (secret) => {
      for (const visit of [{}, { headers: { 'sec-purpose': 'prefetch' } }]) {
        const url = encodeURIComponent(secret);
        const sent = new Request(`http://localhost:3000/buy/${url}`, visit);
        const response = await GET(sent, { params: Promise.resolve({ clientSecret: secret }) });
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('This link does not exist.');
      }
    },
  );

  it('is not found once it is deleted, also with its cookie', async () => {
    const link = await makeLink();
    const { cookie, secret } = await open(link);
    await callApi(deleteCheckoutLink, { params: { id: link.id } }, { as: seller });
    expect(await page(link.client_secret, { headers: { cookie } })).toMatchObject({ status: 404 });
    expect(await checkoutOf(secret)).toMatchObject({ status: 'open' });
  });

  it('is gone while its product or price is archived', async () => {
    const plan = await makeProduct(seller, [...(monthly() ?? []), ...(yearly(15_000) ?? [])], {
      name: 'Quill & Co',
    });
    const [month, year] = plan.prices.map(({ id }) => id);
    const link = await makeLink({ product_id: plan.id });
    const named = await makeLink({ product_price_id: year, product_id: null });
    const { cookie } = await open(link);
    const params = { id: plan.id };
    const archive = (is_archived: boolean) =>
      callApi(updateProduct, { params, body: { is_archived } }, { as: seller });
    await archive(true);
    for (const visit of [{}, { headers: { cookie } }, { headers: { purpose: 'prefetch' } }]) {
      const gone = await page(link.client_secret, visit);
      expect(gone.status).toBe(410);
      expect(gone.text).toContain('<h1>This offer has ended.</h1>');
      expect(gone.text).toContain('<p class="seller">');
      expect(gone.text).toContain('Quill &amp; Co is no longer for sale here.');
    }
    expect(await countsOf(link)).toEqual([1, 0]);
    await archive(false);
    await open(link);
    await callApi(updateProduct, { params, body: { prices: [{ id: month }] } }, { as: seller });
    expect((await page(named.client_secret)).status).toBe(410);
  });
});

it('a link’s checkouts are its organization’s alone', async () => {
  const other = await makeSeller();
  const theirs = await makeLink({ product_id: (await makeProduct(other)).id }, other);
  const mine = await makeLink();
  const code = `MINE${newId().slice(-6)}`;
  await makeDiscount({ code });
  const checkout = await opened(theirs, `discount_code=${code}`, other);
  expect(checkout).toMatchObject({ discount_id: null, product_id: theirs.product_id });
  const { items } = await callApi(listCheckouts, { query: { limit: 100 } }, { as: seller });
  expect(items.map(({ id }) => id)).not.toContain(checkout.id);
  expect(await countsOf(mine)).toEqual([0, 0]);
  expect(await countsOf(theirs, other)).toEqual([1, 0]);
});
