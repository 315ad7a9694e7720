import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contracts } from '@/lib/resources/registry';
import { sendRaw } from '@/testing/call-api';
import { publishedDocument } from '@/testing/published';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// What published clients receive: the answers to a tenant's requests, by the schemas of the published document.

const published = publishedDocument();
const definitions = JSON.parse(
  JSON.stringify(published.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
) as Record<string, object>;

/** The zod schema of a part of the published document. */
function schemaOf(part: object): z.ZodType {
  const own = JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema({ ...own, $defs: definitions }) as z.ZodType;
}

let tenant: Tenant;
beforeAll(async () => {
  tenant = await fillTenant('publishedtenant');
}, 60_000);

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];
const operations = Object.entries(published.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, described]) => {
      const method = name.toUpperCase();
      const operation = contracts.find((one) => one.path === path && one.method === method);
      return operation ? [{ id: operation.id, operation, described }] : [];
    }),
  )
  .sort((a, b) => METHODS.indexOf(a.operation.method) - METHODS.indexOf(b.operation.method));

describe('an answer is what published clients read', () => {
  it.each(operations)('$id', async ({ operation, described }) => {
    const params = paramsOf(tenant)[operation.path];
    const bodies = operation.body ? (bodiesOf(tenant)[operation.id] ?? []) : [undefined];
    const sent = described.requestBody?.content['application/json']?.schema;
    const successes: number[] = [];
    for (const body of bodies) {
      if (sent && body) expect(schemaOf(sent).safeParse(body).error?.issues).toBeUndefined();
      const response = await sendRaw(
        operation,
        {
          ...(params ? { params } : {}),
          ...(body ? { body: JSON.stringify(body) } : {}),
          search: new URLSearchParams(queryOf(operation)).toString(),
        },
        { as: actorOf(operation, tenant) },
      );
      const text = await response.text();
      if (response.status >= 400) continue;
      successes.push(response.status);
      const answered = described.responses[response.status];
      expect(answered, `${response.status} is published`).toBeDefined();
      const read = answered?.content?.['application/json']?.schema;
      if (!read || text === '') continue;
      const { error } = schemaOf(read).safeParse(JSON.parse(text));
      expect(error?.issues, text.slice(0, 2000)).toBeUndefined();
    }
    expect(successes.length, 'no request was accepted').toBeGreaterThan(0);
  });
});
