import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures';
import { listedRoutes, pageStatesOf, partsOf } from '../pages';
import { makeShop } from '../shop';
import { crawl } from './crawl';

/** Minutes on an idle computer. */
const LIMIT_MS = 20 * 60_000;

/** The pattern of a route's address: `(auth)/sign-in` is `/sign-in`. */
const addressOf = (route: string) =>
  `/${partsOf(route)
    .map((part) => (/^\[\w+\]$/.test(part) ? ':parameter' : part))
    .join('/')}`;
const parameters = (pattern: string) => pattern.replace(/:\w+/g, ':parameter');

/** Of the routes that have an entry, those that no link or address of the crawl has led to. */
function unvisited(patterns: readonly string[], isOwn: (address: string) => boolean): string[] {
  const visited = new Set(patterns.map(parameters));
  const addresses = listedRoutes.map(addressOf).filter((address) => !address.includes('[...'));
  return addresses.filter((address) => isOwn(address) && !visited.has(address));
}

const isOfSeller = (address: string) => /^\/dashboard(\/|$)/.test(address);
const isOfSales = (address: string) =>
  /^\/dashboard\/[^/]+\/(orders|refunds|subscriptions|customers|checkouts|license-keys|mails|metrics)(\/|$)/.test(
    address,
  );
const isOfRest = (address: string) => isOfSeller(address) && !isOfSales(address);
const isOfOthers = (address: string) => !isOfSeller(address);

/** Crawls the pages that are its own: each is right, and none is left out. */
async function expectInOrder(page: Page, start: string[], isOwn: (address: string) => boolean) {
  const { patterns, wrong } = await crawl(page, start, isOwn);
  expect(wrong.join('\n\n')).toBe('');
  expect(unvisited(patterns, isOwn)).toEqual([]);
}

test.describe('every page that links lead to', { tag: '@soak' }, () => {
  // Those of sellers in two parts, which run beside each other.
  test('every page of sales that links lead to: axe in both themes, every width, zoom, and the keyboard', async ({
    page,
    seller,
  }) => {
    test.setTimeout(LIMIT_MS);
    const shop = await makeShop(seller);
    // An open checkout can be edited: whichever its list links to first may be paid.
    const start = [seller.path(`checkouts/${shop.checkout}`), seller.path('orders')];
    await expectInOrder(page, start, isOfSales);
  });

  test('every other page of sellers, in the same way', async ({ page, seller }) => {
    test.setTimeout(LIMIT_MS);
    await makeShop(seller);
    // The account is in a menu.
    const start = ['/dashboard', '/dashboard/account', seller.path()];
    await expectInOrder(page, start, isOfRest);
  });

  test('every page of buyers and visitors, in the same way', async ({ buyer, seller }) => {
    test.setTimeout(LIMIT_MS);
    const shop = await makeShop(seller);
    // They get most of these addresses outside of the pages.
    const sent = (['visitor', 'buyer'] as const).flatMap((section) => pageStatesOf(section, shop));
    const start = sent.map(({ path }) => path);
    await expectInOrder(buyer, start, isOfOthers);
  });
});
