import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import * as accounts from '@/lib/resources/accounts/contract';
import { contracts } from '@/lib/resources/registry';

const folders = readdirSync('lib/resources').filter((name) =>
  existsSync(`lib/resources/${name}/operations.ts`),
);
const modules = await Promise.all(
  folders.map((name) => import(`@/lib/resources/${name}/operations.ts`)),
);
const operations = modules.flatMap(({ endpoints }) => Object.entries(endpoints));
const declared = [...contracts, ...Object.values<AnyContract>(accounts)];

test.each(operations)('%s is the contract without its schemas', (_, operation) => {
  expect(declared).toContainEqual(expect.objectContaining(operation as object));
});
