import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { contracts } from '@/lib/resources/registry';
import { sendRaw } from '@/testing/call-api';
import { publishedDocument, publishedSchema } from '@/testing/published';
import { buyer } from '@/testing/shop';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// What published clients receive: the answers to a tenant's requests, by the schemas of the published document.

const published = publishedDocument();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('publishedtenant');
});

/** What is sent instead of a body that this tenant's state, or what has been sent before, refuses. */
function acceptedBodies(): Record<string, object> {
  const { products, key, seller, fields } = tenant;
  return {
    'checkouts:create': {
      product_price_id: products.editor.prices[0]?.id,
      success_url: 'https://shop.example.com/{CHECKOUT_SESSION_ID}',
    },
    'checkouts:custom:client_confirm': buyer(),
    'custom-fields:update': { type: fields[0]?.type, name: 'Renamed' },
    'customer_portal:license_keys:validate': {
      organization_id: seller.organizationId,
      key: key.key,
    },
  };
}

/** The tenant's subscription is free: its price is changed in a checkout (subscription-rules.test.ts changes others). */
const NOT_ACCEPTED = ['customer_portal:subscriptions:update'];

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

/** What ends an object's life comes after what else is done with it. */
function turnOf({ id, method }: AnyContract): number {
  return id === 'checkouts:custom:client_confirm' ? METHODS.length : METHODS.indexOf(method);
}

const operations = Object.entries(published.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, described]) => {
      const method = name.toUpperCase();
      const operation = contracts.find((one) => one.path === path && one.method === method);
      // The answers to forms are read so in oauth-tokens.test.ts, which has codes and tokens for them.
      return operation && !operation.protocol && !NOT_ACCEPTED.includes(operation.id)
        ? [{ id: operation.id, operation, described }]
        : [];
    }),
  )
  .sort((a, b) => turnOf(a.operation) - turnOf(b.operation));

describe('an answer is what published clients read', () => {
  it.each(operations)('$id', async ({ operation, described }) => {
    const params = paramsOf(tenant)[operation.path];
    const accepted = acceptedBodies()[operation.id];
    const all = accepted ? [accepted] : bodiesOf(tenant)[operation.id];
    const bodies = operation.body ? (all ?? []) : [undefined];
    const sent = described.requestBody?.content['application/json']?.schema;
    const successes: number[] = [];
    const refused: string[] = [];
    for (const body of bodies) {
      if (sent && body) expect(publishedSchema(sent).safeParse(body).error?.issues).toBeUndefined();
      const response = await sendRaw(
        operation,
        {
          ...(params ? { params } : {}),
          ...(body ? { body: JSON.stringify(body) } : {}),
          search: new URLSearchParams(queryOf(operation, tenant)).toString(),
        },
        { as: actorOf(operation, tenant) },
      );
      const text = await response.text();
      if (response.status >= 400) {
        refused.push(text);
        continue;
      }
      successes.push(response.status);
      const answered = described.responses[response.status];
      expect(answered, `${response.status} is published`).toBeDefined();
      const read = answered?.content?.['application/json']?.schema;
      if (!read || text === '') continue;
      const { error } = publishedSchema(read).safeParse(JSON.parse(text));
      expect(error?.issues, text.slice(0, 2000)).toBeUndefined();
    }
    expect(successes.length, refused.join()).toBeGreaterThan(0);
  });
});
