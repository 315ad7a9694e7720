import { beforeAll, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { resourcesChangedBy, resourcesShownBy } from '@/lib/contract/embedded';
import { createLicenseKeyLease } from '@/lib/resources/license-leases/contract';
import { contracts } from '@/lib/resources/registry';
import { sendRaw } from '@/testing/call-api';
import { makeProduct } from '@/testing/shop';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { bodiesOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// What a seller's command changes in answers to sellers, its contract names (`changes`): the dashboard reads
// again only what shows that. Every query is read before and after every command.

/** Shown on pages that read them when they are opened: they change after commands, or have none. */
const READ_WHEN_OPENED = [
  'metrics',
  'search',
  'mails',
  'test_clocks',
  'events',
  'webhook_deliveries',
  'request_logs',
  'audit_log',
  'refusals',
  'oauth2',
];
/** Of the tags of others, read for a moment, signed anew by the minute, or of the hours up to now. */
const UNCACHED = /\/(?:export|counts|preview|refund-preview|download|invoice|credit-note|health)$/;

/** What the tenant's own state refuses, what changes by a job, and what is of a session alone. */
const UNTRIED = [
  'oauth2:consent',
  'imports:charge',
  'imports:run',
  'imports:source-ended',
  'imports:undo',
  'invitations:accept',
  'payment-connections:create',
  'payment-connections:delete',
  'payment-connections:update',
  'subscriptions:retry',
  'test-clock:advance',
];

const sellers = contracts.filter(({ auth }) => auth === 'seller');
const queries = sellers.filter(
  ({ method, path, tag }) =>
    method === 'GET' && !UNCACHED.test(path) && !READ_WHEN_OPENED.includes(tag),
);
const deletesLast = ({ id, method }: AnyContract) =>
  // Nothing is sold afterwards.
  id === 'organizations:schedule_deletion' ? 1 : method === 'DELETE' ? 2 : 0;
/** A lease is of an activation, which a transfer of its key removes. */
const turnOf = (operation: AnyContract) =>
  operation.id === createLicenseKeyLease.id ? -1 : deletesLast(operation);
const commands = sellers
  .filter(({ id, method }) => method !== 'GET' && !UNTRIED.includes(id))
  .sort((a, b) => turnOf(a) - turnOf(b));

let tenant: Tenant;
let unsold: { id: string };

beforeAll(async () => {
  tenant = await fillTenant('staletenant');
  unsold = await makeProduct(tenant.seller);
});

/** Bodies that the tenant's state takes, and that change more than those of the matrix. */
function bodyOf({ id }: AnyContract) {
  const price = tenant.products.editor.prices[0]?.id;
  const own: Record<string, object> = {
    'checkouts:create': { product_price_id: price, success_url: 'https://shop.example.com' },
    'members:create': { email: 'staletenant.third@example.com', role: 'admin' },
    'products:update_benefits': { benefits: [] },
  };
  return own[id] ?? bodiesOf(tenant)[id]?.[0];
}

function send(operation: AnyContract, body?: object) {
  const params = operation.id === 'products:delete' ? unsold : paramsOf(tenant)[operation.path];
  const search = new URLSearchParams(queryOf(operation, tenant)).toString();
  const sent = { search, ...(params ? { params: { ...params } } : {}) };
  const text = body && { body: JSON.stringify(body) };
  return sendRaw(operation, { ...sent, ...text }, { as: tenant.seller });
}

/** The texts of answers, by the id of the query. */
type Answers = ReadonlyMap<string, string>;

/** Every query's answer, without what every request changes. */
async function readAll(): Promise<Answers> {
  const read = async (query: AnyContract) => {
    const text = await (await send(query)).text();
    return [query.id, text.replace(/"(?:request_id|last_used_at)":"[^"]*"/g, '')] as const;
  };
  return new Map(await Promise.all(queries.map(read)));
}

/** The queries whose answers a command changes, though it names nothing that they show. */
async function staleAfter(command: AnyContract, before: Answers): Promise<[string[], Answers]> {
  const answer = await send(command, command.body && bodyOf(command));
  expect(answer.status, `${command.id}: ${await answer.text()}`).toBe(command.status);
  const after = await readAll();
  const named = resourcesChangedBy(command);
  const stale = queries.filter(
    (query) =>
      after.get(query.id) !== before.get(query.id) &&
      !resourcesShownBy(query).some((tag) => named.includes(tag)),
  );
  return [stale.map((query) => `${query.id} after ${command.id}`), after];
}

// One test, because each command finds what those before it have left.
it('each command names the resources whose answers it changes', { tags: 'soak' }, async () => {
  expect(commands.length).toBeGreaterThan(40);
  const found: string[] = [];
  let answers = await readAll();
  for (const command of commands) {
    const [stale, after] = await staleAfter(command, answers);
    found.push(...stale);
    answers = after;
  }
  expect(found).toEqual([]);
});
