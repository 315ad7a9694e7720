import { BODY_TYPES } from '@/lib/contract/body-types';
/** A JSON Schema as the OpenAPI document prints it; the parts that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  /** Of an array with a fixed place for each. */
  prefixItems?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
  $ref?: string;
}

export interface DocumentOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface ApiDocument {
  tags: { name: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  /** What is posted to webhooks, by the kinds of events. */
  webhooks: Record<string, { post: DocumentOperation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** An operation with where it is. */
export interface ReferenceOperation extends DocumentOperation {
  method: string;
  path: string;
}

/** The operations of a section, in the order of the document. */
export function operationsOf(document: ApiDocument, tag: string): ReferenceOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** An operation by its id. Throws where the document has none. */
export function operationOf(document: ApiDocument, id: string): ReferenceOperation {
  const operations = document.tags.flatMap(({ name }) => operationsOf(document, name));
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The document has no operation ${id}`);
  return found;
}

/** The fragment of an operation's address: `orders:list` → `orders-list`. */
export function anchorOf({ operationId }: Pick<DocumentOperation, 'operationId'>): string {
  return operationId.replaceAll(/[^\w-]+/g, '-');
}

/** The name that a reference leads to; null where the schema is written out. */
export function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

export function resolve(document: ApiDocument, schema: Schema): Schema {
  const name = nameOf(schema);
  return name === null ? schema : (document.components.schemas[name] ?? {});
}

export function parametersOf(document: ApiDocument, operation: ReferenceOperation): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => {
    const name = parameter.$ref?.split('/').at(-1);
    return (name && document.components.parameters[name]) || parameter;
  });
}

/** The status and the schema of an operation's success; null where it has no body. */
export function successOf({ responses }: DocumentOperation): {
  status: string;
  schema: Schema | null;
} {
  const [status = '200', answer] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  return { status, schema: answer?.content?.['application/json']?.schema ?? null };
}

export function bodyOf({ requestBody }: DocumentOperation): Schema | null {
  const { content } = requestBody ?? {};
  const sent = content?.[BODY_TYPES.json] ?? content?.[BODY_TYPES.form];
  return sent?.schema ?? null;
}

/** Whether a body is sent as the fields of a form. */
export function isForm({ requestBody }: DocumentOperation): boolean {
  return requestBody?.content?.[BODY_TYPES.form] !== undefined;
}

/** The names of all schemas that these operations print or take, but those of errors, sorted. */
export function schemaNamesOf(
  document: ApiDocument,
  operations: readonly ReferenceOperation[],
): string[] {
  const names = new Set<string>();
  const walk = (schema: Schema | null) => {
    if (schema === null) return;
    const name = nameOf(schema);
    if (name !== null) {
      if (names.has(name)) return;
      names.add(name);
      walk(document.components.schemas[name] ?? null);
      return;
    }
    for (const part of partsOf(schema)) walk(part);
  };
  for (const operation of operations) {
    walk(bodyOf(operation));
    walk(successOf(operation).schema);
    for (const { schema } of parametersOf(document, operation)) walk(schema);
  }
  return [...names].sort();
}

/** The schemas that a schema is made of. */
function partsOf(schema: Schema): Schema[] {
  const { additionalProperties: more } = schema;
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof more === 'object' ? [more] : []),
  ];
}
