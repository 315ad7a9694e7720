import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyContract, Endpoint } from '@/lib/contract/contract';
import { resourcesShownBy } from '@/lib/contract/embedded';
import * as accounts from '@/lib/resources/accounts/contract';
import { contracts } from '@/lib/resources/registry';

const folders = readdirSync('lib/resources').filter((name) =>
  existsSync(`lib/resources/${name}/operations.ts`),
);
const modules = await Promise.all(
  folders.map((name) => import(`@/lib/resources/${name}/operations.ts`)),
);
const operations = modules.flatMap(({ endpoints }) => Object.entries<Endpoint>(endpoints));
const declared = [...contracts, ...Object.values<AnyContract>(accounts)];

const contractOf = ({ id }: Endpoint) => declared.find((contract) => contract.id === id);

test.each(operations)('%s is the contract without its schemas', (_, { embeds, ...operation }) => {
  // Of the contract only what the operation says: its schemas would make a failure's message endless.
  const contract = new Map<string, unknown>(Object.entries(contractOf(operation) ?? {}));
  const said = Object.keys(operation).map((key) => [key, contract.get(key)]);
  expect(Object.fromEntries(said)).toEqual(operation);
});

// The reads and commands of a checkout have one tag, and so have those of the portal.
const read = operations.filter(([, { auth, method }]) => auth === 'seller' && method === 'GET');

test.each(read)('%s is stale by what its schema embeds', (_, operation) => {
  const contract = contractOf(operation);
  expect(contract && resourcesShownBy(contract).sort()).toEqual(resourcesShownBy(operation).sort());
});

test('what every page asks of the caller is among the reads', () => {
  expect(read.map(([name]) => name)).toContain('getMe');
});
