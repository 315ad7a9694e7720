import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyContract } from '@/lib/contract/contract';
import { secretPlaces } from '@/lib/contract/secret';
import * as accounts from '@/lib/resources/accounts/contract';
import * as passkeys from '@/lib/resources/passkeys/contract';
import { contracts } from '@/lib/resources/registry';
import * as factors from '@/lib/resources/second-factors/contract';

const all = [
  ...contracts,
  ...Object.values<AnyContract>(accounts),
  ...Object.values<AnyContract>(factors),
  ...Object.values<AnyContract>(passkeys),
];
const schemas = all.flatMap(({ params, query, body, response }) =>
  [params, query, body, response].filter((schema) => schema !== undefined),
);
/** The names of the fields that are marked; a filter takes several values. */
const marked = new Set(
  schemas
    .flatMap((schema) => secretPlaces(schema))
    .map((place) => place.replace(/\.\*$/, '').split('.').at(-1)),
);

it('are marked in the contract', () => {
  expect([...marked].sort()).toEqual([
    'access_token',
    'bot_token',
    'client_secret',
    'code',
    'code_verifier',
    'confirmation_token_id',
    'current_password',
    'customer_portal_url',
    'customer_session_token',
    'guild_token',
    'id_token',
    'invitation',
    'key',
    'keys',
    'lease',
    'password',
    'payment_processor_metadata',
    'recovery_codes',
    'redirect_to',
    'refresh_token',
    'registration_access_token',
    'rows',
    'secret',
    'secret_key',
    'state',
    'success_url',
    'token',
    'totp_uri',
    'url',
    'webhook_secret',
  ]);
});

/** What is called like a secret and is none: codes that sellers give away, and what says that there is one. */
const NO_SECRETS = [
  /(?:^|\.)(?:discount|decline|postal)_code$/,
  /(?:^|[.*])(?:code|has_password|allow_discount_codes|has_discount_codes)$/,
  /^Passkey$/,
  /keep_tokens|token_id$|idempotency_key|license_keys?$|recovery_codes_left|keys_revoked|keys_count|key_id|display_key|tax_code|code_host|publishable_key/,
  /^token_(?:type|type_hint|endpoint_auth_method)$|^client_secret_expires_at$/,
];

it('are all of the fields that are called like one', () => {
  const names = new Set<string>();
  for (const schema of schemas) {
    const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const name of JSON.stringify(printed).matchAll(/"(\w+)":\{/g)) {
      if (/token|secret|password|key$|_code|passcode/.test(name[1] ?? '')) names.add(name[1] ?? '');
    }
  }
  const unmarked = [...names].filter((name) => !marked.has(name));
  expect(unmarked.filter((name) => !NO_SECRETS.some((one) => one.test(name)))).toEqual([]);
});
