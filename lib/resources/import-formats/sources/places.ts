import type { ImportKind, ImportSource } from '@/lib/resources/import-formats/schema';

/** Where the columns of a source's kind were read (docs/contract/imports.md#sources). */
export interface Place {
  /** Files that it exports, or objects of its API, of which the seller makes a file. */
  basis: 'export' | 'api';
  /** The address of what was read, or what it was where it has none. */
  where: string;
  /** The day on which it was. */
  readAt: string;
}

type Places = Partial<Readonly<Record<ImportKind, Place>>>;

const read = (basis: Place['basis'], where: string): Place => ({
  basis,
  where,
  readAt: '2026-11-23',
});

const GITHUB = 'https://github.com';
const NPM = 'https://www.npmjs.com/package';
const GUMROAD = `${GITHUB}/antiwork/gumroad/tree/HEAD/app`;
const SALES = read('export', `${GUMROAD}/services/exports/purchase_export_service.rb`);
const LEMON_SQUEEZY = read('api', 'https://docs.lemonsqueezy.com/api');
const REPORTS = read('export', 'https://developer.paddle.com/build/reports');
const PADDLE = read('api', `${NPM}/@paddle/paddle-node-sdk/v/3.10.0`);
const KEYGEN = read('api', `${GITHUB}/keygen-sh/keygen-api/tree/HEAD/app/serializers`);
const STRIPE = read('export', 'Public programs that read its files: Stripe documents no columns');
const OWN: Place = { basis: 'export', where: 'Our own exports', readAt: '2026-11-28' };

/** Of each kind of a source. */
export const PLACES: Readonly<Record<ImportSource, Places>> = {
  tilldesk: {
    customers: OWN,
    products: OWN,
    discounts: OWN,
    license_keys: OWN,
    subscriptions: OWN,
    orders: OWN,
  },
  stripe: {
    customers: STRIPE,
    products: STRIPE,
    discounts: read('api', `${NPM}/stripe/v/23.1.0`),
    subscriptions: STRIPE,
    orders: STRIPE,
  },
  lemon_squeezy: {
    customers: read('export', 'https://docs.lemonsqueezy.com/help/email/exporting-subscribers'),
    products: LEMON_SQUEEZY,
    discounts: LEMON_SQUEEZY,
    license_keys: LEMON_SQUEEZY,
    subscriptions: LEMON_SQUEEZY,
    orders: LEMON_SQUEEZY,
  },
  gumroad: {
    customers: SALES,
    products: read('api', `${GUMROAD}/models/link.rb`),
    discounts: read('api', `${GUMROAD}/models/offer_code.rb`),
    license_keys: SALES,
    subscriptions: read('api', `${GUMROAD}/models/subscription.rb`),
    orders: SALES,
  },
  paddle: {
    customers: PADDLE,
    products: REPORTS,
    discounts: REPORTS,
    subscriptions: PADDLE,
    orders: REPORTS,
  },
  keygen: { customers: KEYGEN, products: KEYGEN, license_keys: KEYGEN },
  custom: {},
};
