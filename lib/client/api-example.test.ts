import { describe, expect, it } from 'vitest';
import { apiDocumentOf } from '@/lib/api/openapi';
import { bodyOf, operationsOf } from '@/lib/client/api-document';
import { exampleOf } from '@/lib/client/api-example';
import { contracts } from '@/lib/resources/registry';

const document = apiDocumentOf(contracts);

describe('exampleOf', () => {
  it.each(contracts.filter(({ body }) => body).map((contract) => [contract.id, contract] as const))(
    'sends to %s what it accepts',
    (id, { body, tag }) => {
      const operation = operationsOf(document, tag).find(({ operationId }) => operationId === id);
      const schema = operation && bodyOf(operation);
      expect(schema).toBeTruthy();
      const example = exampleOf(document, schema ?? {}, { isSent: true });
      expect(body?.safeParse(example).error?.issues ?? []).toEqual([]);
    },
  );

  it('answers every field, and ends where objects hold each other', () => {
    const node = {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        next: { $ref: '#/components/schemas/Node' },
      },
    };
    const own = { ...document, components: { ...document.components, schemas: { Node: node } } };
    const example = exampleOf(own, { $ref: '#/components/schemas/Node' }, { isSent: false });
    expect(Object.keys(example as object)).toEqual(['id', 'next']);
    expect(JSON.stringify(example).length).toBeLessThan(500);
  });
});
