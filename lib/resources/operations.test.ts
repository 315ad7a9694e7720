import { expect, test } from 'vitest';
import * as benefitGrants from '@/lib/resources/benefit-grants/operations';
import * as checkouts from '@/lib/resources/checkouts/operations';
import * as licenseKeys from '@/lib/resources/license-keys/operations';
import { contracts } from '@/lib/resources/registry';

const operations = [benefitGrants, checkouts, licenseKeys].flatMap(({ endpoints }) =>
  Object.entries(endpoints),
);

test.each(operations)('%s is the contract without its schemas', (_, operation) => {
  expect(contracts).toContainEqual(expect.objectContaining(operation));
});
