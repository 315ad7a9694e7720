import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

// Compares the product's OpenAPI document with the published interface: what published clients send
// must be accepted, and what they read must be answered.

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  'x-limit'?: string;
  default?: unknown;
  [limit: string]: unknown;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  $ref?: string;
}

interface PublishedOperation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  webhooks: Record<string, { post: PublishedOperation }>;
  paths: Record<string, Record<string, PublishedOperation>>;
  components: { schemas: Record<string, Schema> };
}

const FILE = new URL('./data/published-openapi.json', import.meta.url);

/** The published interface. */
export function publishedDocument(): ApiDocument {
  return JSON.parse(readFileSync(fileURLToPath(FILE), 'utf8')) as ApiDocument;
}

/** References to the document's parts, as they are found in one schema. */
function withDefinitions(part: object): object {
  return JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));
}

let definitions: object | undefined;

/** What parses values by a schema of the published document. */
export function publishedSchema(part: object): z.ZodType {
  definitions ??= withDefinitions(publishedDocument().components.schemas);
  return z.fromJSONSchema({ ...withDefinitions(part), $defs: definitions } as never) as z.ZodType;
}

/**
 * Finds the differences of an operation that a published client would notice, one line each: `operation path:
 * what`.
 */
export class Comparison {
  constructor(
    private readonly published: ApiDocument,
    private readonly own: ApiDocument,
  ) {}

  operation(path: string, method: string): string[] {
    const theirs = this.published.paths[path]?.[method];
    const ours = this.own.paths[path]?.[method];
    if (!theirs) throw new Error(`${method} ${path} is not published`);
    if (!ours) return [`${theirs.operationId}: is missing`];
    const found = [
      ...(ours.operationId === theirs.operationId ? [] : [`: is called ${ours.operationId}`]),
      ...this.query(theirs, ours),
      ...this.body(theirs, ours),
      ...this.answer(theirs, ours),
    ];
    return found.map((line) => `${theirs.operationId} ${line}`);
  }

  /** What a published client would not read of the body of a webhook. */
  webhook(kind: string): string[] {
    const bodyOf = ({ webhooks }: ApiDocument) =>
      webhooks[kind]?.post.requestBody?.content['application/json']?.schema;
    const [read, posted] = [bodyOf(this.published), bodyOf(this.own)];
    if (!read) throw new Error(`${kind} is not published`);
    return posted ? this.answers(read, posted, kind) : [`${kind}: is missing`];
  }

  private query(theirs: PublishedOperation, ours: PublishedOperation): string[] {
    const parametersOf = ({ parameters = [] }: PublishedOperation) =>
      new Map(parameters.filter((p) => p.in === 'query').map((p) => [p.name, p]));
    const own = parametersOf(ours);
    const known = parametersOf(theirs);
    const found: string[] = [];
    for (const { name, required } of own.values()) {
      if (required && !known.get(name)?.required) found.push(`query.${name}: is required`);
    }
    for (const [name, { schema }] of known) {
      const parameter = own.get(name);
      const at = `query.${name}`;
      if (!parameter) {
        found.push(`${at}: is missing`);
        continue;
      }
      // One value, several and the text null are equal in a query string.
      const sent = this.variants(this.published, schema).filter(({ type }) => type !== 'null');
      const lists = sent.filter(({ type }) => type === 'array');
      const [accepted = {}] = this.variants(this.own, parameter.schema);
      if (lists.length > 0 && accepted.type !== 'array') found.push(`${at}: takes one value only`);
      const value = accepted.type === 'array' ? (accepted.items ?? {}) : accepted;
      for (const variant of sent) {
        found.push(...this.accepts(variant.items ?? variant, value, at));
      }
      if (schema.default !== undefined && schema.default !== parameter.schema.default) {
        found.push(`${at}: has the default ${parameter.schema.default}`);
      }
    }
    return found;
  }

  private body(theirs: PublishedOperation, ours: PublishedOperation): string[] {
    const sent = theirs.requestBody?.content['application/json']?.schema;
    const accepted = ours.requestBody?.content['application/json']?.schema;
    if (!sent) return accepted ? ['body: is new'] : [];
    if (!accepted) return ['body: is missing'];
    return [...this.accepts(sent, accepted, 'body'), ...this.lacking(sent, accepted, 'body')];
  }

  private answer(theirs: PublishedOperation, ours: PublishedOperation): string[] {
    const successes = ({ responses }: PublishedOperation) =>
      Object.entries(responses).filter(([status]) => /^[23]/.test(status));
    const [status, given] = successes(ours)[0] ?? ['none', {}];
    const expected = successes(theirs).find(([known]) => known === status)?.[1];
    if (!expected) return [`answer: has status ${status}`];
    const read = expected.content?.['application/json']?.schema;
    if (!read) return [];
    const answered = given.content?.['application/json']?.schema;
    if (!answered) return ['answer: has no body'];
    return [...this.answers(read, answered, 'answer'), ...this.lacking(read, answered, 'answer')];
  }

  /** The published values that a place never has here, in whatever kind of object it stands. */
  private lacking(theirs: Schema, ours: Schema, at: string): string[] {
    const own = this.values(this.own, ours, at);
    return [...this.values(this.published, theirs, at)].flatMap(([place, values]) => {
      const known = own.get(place);
      const missing = known ? [...values].filter((value) => !known.has(value)) : [];
      return missing.length > 0 ? [`${place}: does not know ${missing.join(', ')}`] : [];
    });
  }

  private values(
    document: ApiDocument,
    schema: Schema,
    at: string,
    found = new Map<string, Set<unknown>>(),
  ): Map<string, Set<unknown>> {
    for (const variant of this.variants(document, schema)) {
      const known = found.get(at) ?? new Set();
      const values = valuesOf(variant);
      if (values) found.set(at, new Set([...known, ...values]));
      if (variant.items) this.values(document, variant.items, `${at}[]`, found);
      for (const [name, property] of Object.entries(variant.properties ?? {})) {
        this.values(document, property, `${at}.${name}`, found);
      }
    }
    return found;
  }

  /** Whether everything of the published `sent` is accepted by our `accepted`. */
  private accepts(sent: Schema, accepted: Schema, at: string): string[] {
    const options = this.variants(this.own, accepted);
    return this.variants(this.published, sent).flatMap((variant) => {
      const meant = options.filter((option) => hasType(variant, option));
      if (meant.length === 0) return [`${at}: refuses ${kindOf(variant)}`];
      return best(meant.map((option) => this.acceptsVariant(variant, option, at)));
    });
  }

  private acceptsVariant(sent: Schema, accepted: Schema, at: string): string[] {
    const values = valuesOf(sent);
    const own = valuesOf(accepted);
    if (own && !values?.some((value) => own.includes(value))) return [`${at}: accepts ${own} only`];
    const found = narrower(sent, accepted).map((limit) => `${at}: has a narrower ${limit}`);
    if (sent.items) found.push(...this.accepts(sent.items, accepted.items ?? {}, `${at}[]`));
    for (const name of accepted.required ?? []) {
      const isSent = sent.required?.includes(name) || sent.properties?.[name]?.['x-always-sent'];
      if (!isSent) found.push(`${at}.${name}: is required`);
    }
    for (const [name, property] of Object.entries(sent.properties ?? {})) {
      const known = accepted.properties?.[name];
      if (known) found.push(...this.accepts(property, known, `${at}.${name}`));
      else if (accepted.properties) found.push(`${at}.${name}: is missing`);
    }
    return found;
  }

  /** Whether our `given` is always something that the published `read` describes. */
  private answers(read: Schema, given: Schema, at: string): string[] {
    const expected = this.variants(this.published, read);
    return this.variants(this.own, given).flatMap((variant) => {
      const meant = expected.filter((option) => hasType(variant, option));
      if (meant.length === 0) return [`${at}: may be ${kindOf(variant)}`];
      return best(meant.map((option) => this.answersVariant(option, variant, at)));
    });
  }

  private answersVariant(read: Schema, given: Schema, at: string): string[] {
    const expected = valuesOf(read);
    const own = valuesOf(given);
    if (expected && !own) return [`${at}: is not one of ${expected.join(', ')}`];
    const surplus = own?.filter((value) => expected?.includes(value) === false) ?? [];
    if (surplus.length > 0) return [`${at}: may be ${surplus.join(', ')}`];
    const found: string[] = [];
    if (read.items) found.push(...this.answers(read.items, given.items ?? {}, `${at}[]`));
    for (const [name, property] of Object.entries(read.properties ?? {})) {
      const answered = given.properties?.[name];
      const required = read.required?.includes(name);
      if (!answered) {
        if (required) found.push(`${at}.${name}: is missing`);
      } else {
        if (required && !given.required?.includes(name)) found.push(`${at}.${name}: is optional`);
        found.push(...this.answers(property, answered, `${at}.${name}`));
      }
    }
    return found;
  }

  /** A schema as the list of what it may be: references followed, unions and type lists opened. */
  private variants(document: ApiDocument, schema: Schema): Schema[] {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      return this.variants(document, document.components.schemas[name] ?? {});
    }
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return union.flatMap((option) => this.variants(document, option));
    if (schema.prefixItems) return [{ type: 'array', items: { anyOf: schema.prefixItems } }];
    if (Array.isArray(schema.type)) {
      return schema.type.map((type) => (type === 'null' ? { type } : { ...schema, type }));
    }
    return [schema];
  }
}

/** The branch with the fewest differences. */
function best(comparisons: string[][]): string[] {
  return comparisons.sort((a, b) => a.length - b.length)[0] ?? [];
}

function hasType(inner: Schema, outer: Schema): boolean {
  const [a, b] = [kindOf(inner), kindOf(outer)];
  return a === b || b === 'anything' || (a === 'integer' && b === 'number');
}

function kindOf(schema: Schema): string {
  if (typeof schema.type === 'string') return schema.type;
  if (schema.properties) return 'object';
  const [value] = valuesOf(schema) ?? [];
  return value === undefined ? 'anything' : typeof value;
}

function valuesOf(schema: Schema): unknown[] | undefined {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const [, only] = /^(\w+) is the only accepted value$/.exec(schema['x-limit'] ?? '') ?? [];
  return only === undefined ? undefined : [only];
}

function narrower(sent: Schema, accepted: Schema): string[] {
  const below = (limit: string) => Number(accepted[limit]) < Number(sent[limit]);
  const above = (limit: string) => Number(accepted[limit]) > Number(sent[limit]);
  return [
    ...['maxLength', 'maximum', 'maxItems', 'maxProperties'].filter(below),
    ...['minLength', 'minimum', 'minItems'].filter(above),
  ];
}
