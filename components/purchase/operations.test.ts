import { expect, test } from 'vitest';
import * as operations from '@/components/purchase/operations';
import { contracts } from '@/lib/resources/registry';

test.each(Object.entries(operations))('%s is the contract without its schemas', (_, operation) => {
  const contract = contracts.find(({ id }) => id === operation.id);
  const { id, method, path, tag, auth, body } = operation;
  expect({ id, method, path, tag, auth, hasBody: body !== undefined }).toEqual({
    id: contract?.id,
    method: contract?.method,
    path: contract?.path,
    tag: contract?.tag,
    auth: contract?.auth,
    hasBody: contract?.body !== undefined,
  });
});
