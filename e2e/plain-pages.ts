import { call } from '@/lib/client/client';
import type { AnyContract, Contract, ContractInput } from '@/lib/contract/contract';
import { singularOf } from '@/lib/contract/nouns';
import { createCustomField, listCustomFields } from '@/lib/resources/custom-fields/contract';
import { createDiscount, listDiscounts } from '@/lib/resources/discounts/contract';
import { valuesOf } from '@/testing/values-of';
import type { Seller } from './fixtures';

/** Texts that are hard to lay out. */
export const LONG = 'Unbroken'.repeat(63).slice(0, 500);
export const RIGHT_TO_LEFT = 'مكتبة الحبر والورق';

const HARD = {
  text: LONG,
  url: `https://example.com/${LONG}`,
  known: { metadata: {}, organization_id: null, currency: 'jpy' },
};

/** A resource with a list, a page of one, and a form for new ones and for one that is there. */
interface Plain {
  list: AnyContract;
  create: AnyContract;
  /** One whose texts are hard to lay out, where values by the schema will not do; the organization comes by itself. */
  body?: object;
  /** Which one of the demo is shown, where that is not the first. */
  query?: object;
  /** A text on the page of one. */
  shows: string;
  /** Buttons of the form that open a dialog. */
  opens?: readonly string[];
}

function plain<C extends AnyContract>(
  given: Plain & { create: C; body?: ContractInput<C>['body'] },
) {
  return given as Plain;
}

/** The plain resources, by what one of them is in `Shop`. Pages, shops and demo follow from a line each. */
const PLAIN = {
  discount: plain({
    list: listDiscounts,
    create: createDiscount,
    body: {
      name: LONG,
      code: LONG.slice(0, 256),
      type: 'percentage',
      basis_points: 1000,
      duration: 'once',
    },
    query: { query: 'FRIENDS' },
    shows: 'All products',
    opens: ['Add a product'],
  }),
  customField: plain({
    list: listCustomFields,
    create: createCustomField,
    body: {
      name: LONG,
      slug: LONG.slice(0, 200),
      type: 'select',
      properties: { options: [{ value: LONG.slice(0, 200), label: RIGHT_TO_LEFT }] },
    },
    shows: 'What buyers see',
  }),
};

export type PlainName = keyof typeof PLAIN;
const entries = Object.entries<Plain>(PLAIN) as [PlainName, Plain][];

/** Each with its section in the address (`custom-fields`) and what one is called (`custom field`). */
export const plainPages = entries.map(([name, { list, shows, opens }]) => {
  const section = list.path.split('/')[2] ?? '';
  return { name, section, one: singularOf(section.replaceAll('-', ' ')), shows, opens };
});

type Ids = Record<PlainName, string>;

async function idsOf(idOf: (one: Plain) => Promise<string>): Promise<Ids> {
  const ids: [PlainName, string][] = [];
  for (const [name, one] of entries) ids.push([name, await idOf(one)]);
  return Object.fromEntries(ids) as Ids;
}

/** Makes one of each for a seller. */
export function makePlain(seller: Seller): Promise<Ids> {
  const organization_id = seller.organization.id;
  return idsOf(async ({ create, body }) => {
    const values = body ?? valuesOf(create.body, HARD);
    const made = await seller.call(create as Contract, { body: { ...values, organization_id } });
    return (made as { id: string }).id;
  });
}

/** Finds one of each. */
export function findPlain(options: Parameters<typeof call>[2]): Promise<Ids> {
  return idsOf(async ({ list, query = {} }) => {
    const page = await call(list, { query: { limit: 1, ...query } }, options);
    const [found] = (page as { items: { id: string }[] }).items;
    if (!found) throw new Error(`The demo data lack what ${list.path} shows.`);
    return found.id;
  });
}
