import { beforeAll, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { db } from '@/lib/database/connection/client';
import { contracts } from '@/lib/resources/registry';
import { newId } from '@/lib/runtime/ids';
import { sendRaw } from '@/testing/call-api';
import { buyer } from '@/testing/shop';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf } from '@/testing/tenant-requests';

// Whatever changes something leaves an event or a row of the audit log, by the requests of a tenant
// (docs/contract/events.md#audit-log).

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('recordedtenant');
});

const METHODS = ['POST', 'PATCH', 'DELETE'];
/** Nothing can be sold once an organization is to be deleted, or changed while a clock is being advanced. */
const LAST = [
  'organizations:schedule_deletion',
  'organizations:cancel_deletion',
  'test-clock:advance',
];
const turnOf = ({ id, method }: AnyContract) => {
  // By an activation, which is removed among the others.
  if (id.endsWith(':lease')) return -1;
  // A key that was transferred is unknown by its value, so after the validations; the customer is there until a deletion.
  if (id === 'license_keys:transfer') return METHODS.indexOf('PATCH');
  return LAST.includes(id) ? METHODS.length + LAST.indexOf(id) : METHODS.indexOf(method);
};
const writing = contracts
  .filter(({ method }) => method !== 'GET')
  .sort((a, b) => turnOf(a) - turnOf(b));

async function changed(operation: AnyContract, body: object | undefined): Promise<string | null> {
  const requestId = newId();
  const params = paramsOf(tenant)[operation.path] ?? {};
  const sent = operation.body ? { params, body: JSON.stringify(body) } : { params };
  const headers = { 'X-Request-Id': requestId };
  const answer = await sendRaw(operation, sent, { as: actorOf(operation, tenant), headers });
  await answer.text();
  return answer.ok ? requestId : null;
}

async function countRecords(requestId: string): Promise<number> {
  const where = { requestId };
  return (await db(null).auditEntry.count({ where })) + (await db(null).event.count({ where }));
}

/** What is of one person alone, or changes nothing that is shown: why a call leaves neither. */
const WITHOUT = [
  // What a customer fills in waits for the seller, whose decision is kept.
  'customer_portal:advertisements:update',
  // Grants of its type have nothing to change (grant-updates.test.ts has others).
  'customer_portal:benefit-grants:update',
  'customer_portal:license_keys:lease',
  'customer_portal:license_keys:validate',
  // Its grants name an account already (lib/workflows/connections.test.ts has others).
  'customer_portal:oauth-accounts:create',
  'customer_portal:sessions:delete',
  'customer_portal:sessions:request',
  'oauth2:userinfo_post',
  'saved-views:create',
  'saved-views:delete',
  'saved-views:update',
];

/** What this tenant's state, or what was sent before, refuses: other tests have their rows. */
const REFUSED = [
  'checkouts:create',
  'checkouts:custom:client_sandbox_authenticate',
  'checkouts:custom:client_update',
  'checkouts:custom:update',
  'customer_portal:oauth-accounts:complete',
  'customer_portal:sessions:redeem',
  'customer_portal:subscriptions:cancel',
  'customer_portal:subscriptions:pay',
  'customer_portal:subscriptions:update',
  'imports:charge',
  'imports:run',
  'imports:source-ended',
  'invitations:accept',
  'invitations:delete',
  'oauth2:consent',
  'oauth2:introspect_token',
  'oauth2:request_token',
  'oauth2:revoke_token',
  'payment-connections:create',
  'payment-connections:delete',
  'payment-connections:update',
  'products:delete',
  'subscriptions:retry',
];

it('every operation that writes leaves an event or a row of the audit log', async () => {
  const { organizationId: organization_id } = tenant.seller;
  const to = new Date(Date.now() + 1000).toISOString();
  const instead: Record<string, object> = {
    'checkouts:custom:client_confirm': buyer(),
    // The others are dry.
    'test-clock:advance': { organization_id, to },
    'imports:create': {
      organization_id,
      kind: 'customers',
      source: 'custom',
      rows: [{ external_id: '1', email: 'one@example.com' }],
    },
  };
  const silent: string[] = [];
  const refused: string[] = [];
  for (const operation of writing) {
    const own = instead[operation.id];
    const bodies = own ? [own] : (bodiesOf(tenant)[operation.id] ?? []);
    const ids: string[] = [];
    for (const body of operation.body ? bodies : [undefined]) {
      const id = await changed(operation, body);
      if (id !== null) ids.push(id);
    }
    if (ids.length === 0) refused.push(operation.id);
    const counts = await Promise.all(ids.map(countRecords));
    if (counts.some((count) => count === 0)) silent.push(operation.id);
  }
  expect(silent.sort()).toEqual(WITHOUT);
  expect(refused.sort()).toEqual(REFUSED);
});
