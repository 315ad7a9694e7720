import { z } from 'zod';

type Json = z.core.JSONSchema.JSONSchema;

const AMOUNT = 1900;

/**
 * A value of each field of a flat body, by its schema: texts are `text`, addresses are `url`. `known` are values of fields by
 * their names, which are taken before a schema is asked. Throws for a field whose value does not follow from its schema.
 */
export function valuesOf(
  body: z.ZodType | undefined,
  { text, url, known }: { text: string; url: string; known: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const document = z.toJSONSchema(body ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  }) as Json;
  const resolved = (schema: Json): Json =>
    schema.$ref ? (document.$defs?.[schema.$ref.replace('#/$defs/', '')] as Json) : schema;
  const exampleFor = (field: string, given: Json): unknown => {
    if (field in known) return known[field];
    const schema = resolved(given);
    if (schema.anyOf) {
      return exampleFor(field, schema.anyOf.find((one) => (one as Json).type !== 'null') as Json);
    }
    if (schema.enum) return schema.enum[0];
    if (schema.type === 'boolean') return true;
    if (schema.type === 'integer' || schema.type === 'number') return AMOUNT;
    if (schema.format === 'uri') return url;
    if (schema.format === 'date-time') return '2026-05-03T09:00:00.000Z';
    if (schema.type === 'string' && !schema.format) return text;
    throw new Error(`No value of ${field} follows from its schema: write a body that names it`);
  };
  return Object.fromEntries(
    Object.entries(resolved(document).properties ?? {}).map(([field, schema]) => [
      field,
      exampleFor(field, schema as Json),
    ]),
  );
}
