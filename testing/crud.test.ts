import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { callApi, refusal } from '@/testing/call-api';
import { fieldsOf, plainResources } from '@/testing/plain-resources';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { bodiesOf } from '@/testing/tenant-requests';

// What every resource does that is created, listed, read, changed and deleted. Generated from the registry, with the
// bodies of the fixtures, so that a new resource is covered: its own tests are about its rules.

/** Fields that differ in a later answer, though nothing else has changed them. */
const PASSING: Partial<Record<string, readonly string[]>> = {
  // It is masked after the answer to the creation: docs/contract/events.md#endpoints
  webhook_endpoints: ['secret'],
  // A change without fields reads the server again: docs/contract/connections.md#credentials
  discord_connections: ['synced_at'],
};

type Fields = Record<string, unknown>;
interface Item extends Fields {
  id: string;
}

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('crudtenant');
});

async function call(operation: AnyContract, input: object): Promise<Item> {
  return (await callApi(operation, input as never, { as: tenant.seller })) as unknown as Item;
}

async function listed(operation: AnyContract, filters: Fields = {}): Promise<Item[]> {
  const page: Fields = await call(operation, { query: { ...filters, limit: 100 } });
  return page.items as Item[];
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

/** The fields that are printed as they were sent: not objects of which the ids are sent, nor times. */
const printedAsSent = (body: Fields, answer: Fields) =>
  Object.keys(body).filter(
    (name) =>
      name in answer &&
      (name === 'metadata' || (typeof body[name] !== 'object' && !name.endsWith('_at'))),
  );

/** The values of these fields. */
const pick = (names: readonly string[], from: Fields) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Parameters of lists that are no filter by the field of their name: what every list takes, and what sums are in. */
const NO_FILTERS = ['query', 'page', 'limit', 'sorting', 'currency'];

/** The words that a filter takes, where it takes nothing else. */
function wordsOf(filter: z.core.$ZodType | undefined): readonly unknown[] {
  if (filter instanceof z.ZodOptional) return wordsOf(filter.unwrap());
  if (filter instanceof z.ZodArray) return wordsOf(filter.element);
  return filter instanceof z.ZodEnum ? filter.options : [];
}

/** Expects a list to have an object by its own value of each filter, and not by the other words that one takes. */
async function expectFiltered(list: AnyContract, object: Item): Promise<void> {
  const filters = Object.entries<z.ZodType>(list.query?.shape ?? {});
  for (const [name, filter] of filters) {
    const value = object[name];
    if (NO_FILTERS.includes(name) || value === null || value === undefined) continue;
    expect(idsOf(await listed(list, { [name]: value })), name).toContain(object.id);
    const others = wordsOf(filter).filter((word) => word !== value);
    if (others.length === 0) continue;
    expect(idsOf(await listed(list, { [name]: others })), name).not.toContain(object.id);
  }
}

it('covers the plain resources', () => {
  expect(plainResources.map(({ tag }) => tag)).toEqual(
    expect.arrayContaining([
      'custom_fields',
      'products',
      'benefits',
      'discord_connections',
      'customers',
      'discounts',
      'checkout_links',
      'saved_views',
      'webhook_endpoints',
    ]),
  );
});

it.each(plainResources)('$tag are created, found, changed and deleted', async (resource) => {
  const { tag, create, list, get, update, remove } = resource;
  const bodies = (bodiesOf(tenant)[create.id] ?? []) as Fields[];
  for (const body of bodies) {
    const made = await call(create, { body });
    const sent = printedAsSent(body, made);
    expect(pick(sent, made)).toEqual(pick(sent, body));
    expect(made.modified_at).toBeNull();

    const input = { params: { id: made.id } };
    const found = await call(get, input);
    expect(found).toEqual({ ...made, ...pick(PASSING[tag] ?? [], found) });
    expect(await listed(list)).toContainEqual(found);
    expect(await listed(list, { query: tenant.name })).toContainEqual(found);
    await expectFiltered(list, found);

    const change = 'metadata' in made ? { metadata: { changed: true } } : {};
    const changed = await call(update, { ...input, body: change });
    const passing = pick(PASSING[tag] ?? [], changed);
    expect(changed).toEqual({ ...found, ...change, ...passing, modified_at: expect.any(String) });
    expect(await call(get, input)).toEqual(changed);

    await call(remove, input);
    const failure = await refusal(get, input as never, { as: tenant.seller });
    expect(failure.status).toBe(404);
    expect(idsOf(await listed(list))).not.toContain(made.id);
  }
  expect(bodies.length).toBeGreaterThan(0);
  // Each field is sent by one of them, so that all of this is about every field.
  const sent = new Set(bodies.flatMap((body) => Object.keys(body)));
  expect(fieldsOf(create.body).filter((name) => !sent.has(name))).toEqual([]);
});
