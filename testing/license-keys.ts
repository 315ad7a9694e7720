import { expect } from 'vitest';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import {
  activateLicenseKey,
  deactivateLicenseKey,
  validateLicenseKey,
} from '@/lib/resources/license-keys/contract';
import { callApi, refusal, type TestCallOptions } from '@/testing/call-api';
import type { makeLicenseKey } from '@/testing/factories';

export type Key = Awaited<ReturnType<typeof makeLicenseKey>>;
type Body<C extends AnyContract> = Partial<NonNullable<ContractInput<C>['body']>>;

/** What a request without a token names its key by. */
export const named = ({ key, organizationId }: Pick<Key, 'key' | 'organizationId'>) => ({
  key,
  organization_id: organizationId,
});

export const validate = (key: Key, body: Body<typeof validateLicenseKey> = {}) =>
  callApi(validateLicenseKey, { body: { ...named(key), ...body } });

export const activate = (key: Key, body: Body<typeof activateLicenseKey> = {}) =>
  callApi(activateLicenseKey, { body: { ...named(key), label: 'Laptop', ...body } });

export const deactivate = (key: Key, activation_id: string) =>
  callApi(deactivateLicenseKey, { body: { ...named(key), activation_id } });

/** The status, error name and code of a refused call. */
export async function refuse<C extends AnyContract>(
  operation: C,
  body: Record<string, unknown>,
  options: TestCallOptions = {},
) {
  const failure = await refusal(operation, { body } as ContractInput<C>, options);
  expect(failure.body.detail).toBeTypeOf('string');
  return [failure.status, failure.error, failure.body.code];
}
