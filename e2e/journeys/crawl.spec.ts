import { expect, test } from '../fixtures';
import { listedRoutes, pageStatesOf } from '../pages';
import { makeShop } from '../shop';
import { crawl } from './crawl';

/** The pattern of a route's address: `(auth)/sign-in` is `/sign-in`. */
const addressOf = (route: string) =>
  `/${route}`
    .replace(/\/\([^)]*\)/g, '')
    .replace(/\[\w+\]/g, ':parameter')
    .replace(/\/\.$/, '/');
const parameters = (pattern: string) => pattern.replace(/:\w+/g, ':parameter');

test('every page that links lead to: axe in both themes, every width, zoom, and the keyboard', async ({
  page,
  buyer,
  seller,
}) => {
  test.setTimeout(15 * 60_000);
  const shop = await makeShop(seller);
  // Buyers and guests get most of these addresses outside of the pages.
  const sent = (['visitor', 'buyer'] as const).flatMap((section) => pageStatesOf(section, shop));
  // The account is in a menu. An open checkout can be edited: whichever its list links to first may be paid.
  const start = ['/dashboard', '/dashboard/account', seller.path(`checkouts/${shop.checkout}`)];
  const [visitors, sellers] = await Promise.all([
    crawl(
      buyer,
      sent.map(({ path }) => path),
    ),
    crawl(page, [...start, seller.path()]),
  ]);
  expect([...visitors.wrong, ...sellers.wrong].join('\n\n')).toBe('');

  const visited = new Set([...visitors.patterns, ...sellers.patterns].map(parameters));
  const routes = listedRoutes.map(addressOf).filter((address) => !address.includes('[...'));
  expect(routes.filter((address) => !visited.has(address))).toEqual([]);
});
