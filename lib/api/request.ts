import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { z } from 'zod';
import { limitProblem } from '@/lib/api/json-limits';
import { BODY_TYPES, type BodyType } from '@/lib/contract/body-types';
import { type AnyContract, type Auth, takesIdempotencyKey } from '@/lib/contract/contract';
import { ApiError, invalid, type Problem } from '@/lib/contract/errors';
import { MAX_PROBLEMS, problemsOf, problemsOfValue } from '@/lib/contract/problems';
import { takesSeveral } from '@/lib/contract/search';
import { requestIdFrom } from '@/lib/runtime/ids';

/** The name of a request: the server in front has given it one. */
export function requestIdOf(request: Request): string {
  return requestIdFrom(request.headers.get('x-request-id'));
}

/** Bodies above this are 413 (docs/contract/conventions.md#body-limits). */
export const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Bodies above this are 413 where no credential of a person is needed
 * (docs/contract/conventions.md#body-limits).
 */
export const MAX_OPEN_BODY_BYTES = 64 * 1024;

/** How large the body of an operation may be, in bytes: who shows no credential may send less. */
export function maxBodyBytes({ auth }: { auth?: Auth }): number {
  return auth === 'seller' || auth === 'customer' ? MAX_BODY_BYTES : MAX_OPEN_BODY_BYTES;
}

/** What a 413 says; `limit` in bytes. */
export function bodyTooLarge(limit: number): string {
  const KIB = 1024;
  const size = limit < KIB * KIB ? `${limit / KIB} KiB` : `${limit / KIB / KIB} MiB`;
  return `The request body is larger than ${size}.`;
}

/** Bodies of more characters than this are large: they are parsed in turn. */
const LARGE = MAX_OPEN_BODY_BYTES;
/**
 * One large body is parsed in each round of the event loop: many that arrive at once would else be
 * parsed in one, and everybody's requests would wait for all of them.
 */
const largeBodies = new PQueue({ concurrency: 1 });

export interface ParsedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body as it came, for the digest of an idempotency key's payload. */
  rawBody: string;
  /** The `Idempotency-Key` of a write; null where there is none. */
  idempotencyKey: string | null;
}

/**
 * Reads and parses all parts of a request; every problem is reported at once
 * (docs/contract/errors.md#validation).
 */
export async function parseRequest(
  request: Request,
  operation: AnyContract,
  params: Record<string, string>,
  /** Is given the body as soon as it is read, also where it is refused then. */
  received: { rawBody?: string } = {},
): Promise<ParsedRequest> {
  const problems: Problem[] = [];
  let rawBody = '';
  const parse = (schema: z.ZodType | undefined, value: unknown, where: string) => {
    if (!schema) return undefined;
    const found = unsafeText(value, where);
    problems.push(...found);
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    // A place that holds text that cannot be stored is named once, by that problem.
    const known = new Set(found.map((problem) => JSON.stringify(problem.loc)));
    // A large body is not parsed once more for every shape that it might have meant.
    const refused =
      rawBody.length > LARGE
        ? problemsOf(result.error, where)
        : problemsOfValue(schema, value, result.error, where);
    problems.push(...refused.filter(({ loc }) => !known.has(JSON.stringify(loc))));
    return undefined;
  };
  const parsedParams = parse(operation.params, params, 'path');
  const query = queryObject(new URL(request.url).searchParams, operation.query, problems);
  const parsedQuery = parse(operation.query, query, 'query');
  let body: unknown;
  if (operation.body) {
    const { bodyType = 'json' } = operation;
    if (!operation.protocol) assertType(request, bodyType);
    rawBody = await readText(request, maxBodyBytes(operation));
    received.rawBody = rawBody;
    if (rawBody.length > LARGE) await largeBodies.add(() => setImmediate());
    const read = READERS[bodyType].parse(rawBody, problems);
    if (read.ok) body = parse(operation.body, read.value, 'body');
  }
  const idempotencyKey = takesIdempotencyKey(operation)
    ? idempotencyKeyOf(request, problems)
    : null;
  if (problems.length > 0) throw invalid(...problems.slice(0, MAX_PROBLEMS).map(shortened));
  return { params: parsedParams ?? {}, query: parsedQuery ?? {}, body, rawBody, idempotencyKey };
}

/** As much of a name as is sent back. */
function shown(name: string): string {
  return name.slice(0, 200);
}

/** Names of a malicious length are not sent back whole. */
function shortened({ loc, ...problem }: Problem): Problem {
  return {
    ...problem,
    loc: loc.map((part) => (typeof part === 'string' ? shown(part) : part)),
  };
}

function idempotencyKeyOf(request: Request, problems: Problem[]): string | null {
  const key = request.headers.get('idempotency-key');
  if (key !== null && (key === '' || key.length > 255)) {
    const loc = ['header', 'Idempotency-Key'];
    problems.push({ loc, msg: 'Give 1 to 255 characters.', type: 'value_error' });
  }
  return key;
}

/** How a body is read, by the type that its operation takes. */
const READERS: Record<BodyType, { accepts: RegExp; parse: ParseBody }> = {
  json: { accepts: /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i, parse: parseJson },
  form: { accepts: /^application\/x-www-form-urlencoded\s*(?:;|$)/i, parse: parseForm },
};

/** The fields of a body as it came; undefined for one that cannot be parsed. */
export function readBody({ bodyType = 'json' }: AnyContract, text: string): unknown {
  const read = READERS[bodyType].parse(text, []);
  return read.ok ? read.value : undefined;
}

/** Adds what is wrong with the text to `problems`. */
type ParseBody = (
  text: string,
  problems: Problem[],
) => { ok: true; value: unknown } | { ok: false };

function assertType(request: Request, bodyType: BodyType): void {
  const type = request.headers.get('content-type');
  if (type === null ? request.body !== null : !READERS[bodyType].accepts.test(type)) {
    throw new ApiError('UnsupportedMediaType', `Send the body as ${BODY_TYPES[bodyType]}.`);
  }
}

export async function readText(request: Request, limit: number): Promise<string> {
  if (!request.body) return '';
  const bytes = await readBytes(request.body, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid({ loc: ['body'], msg: 'The body is not valid UTF-8.', type: 'json_invalid' });
  }
}

/** Counts the bytes as they come in, and stops at the limit. */
async function readBytes(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw invalid({ loc: ['body'], msg: 'The request body ended early.', type: 'json_invalid' });
    });
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new ApiError('PayloadTooLarge', bodyTooLarge(limit));
    }
    chunks.push(value);
  }
}

/** The fields of a form, each of which may stand once. */
function parseForm(text: string, problems: Problem[]): ReturnType<ParseBody> {
  const fields = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) repeated.add(name);
    fields.set(name, value);
  }
  for (const name of repeated) {
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push({ loc: ['body', name], msg: `Give ${shown(name)} once.`, type: 'duplicate' });
  }
  return repeated.size > 0 ? { ok: false } : { ok: true, value: Object.fromEntries(fields) };
}

function parseJson(text: string, problems: Problem[]): ReturnType<ParseBody> {
  const limit = limitProblem(text);
  if (limit) {
    problems.push(limit);
    return { ok: false };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    problems.push({ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' });
    return { ok: false };
  }
}

/**
 * The query as an object: fields that are arrays collect their repeated keys (`sorting` also
 * commas), every other key may stand once. The text `null` counts as absent
 * (docs/contract/conventions.md#query-parameters).
 */
function queryObject(
  search: URLSearchParams,
  schema: z.ZodObject | undefined,
  problems: Problem[],
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema?.shape ?? {})) {
    const values = search.getAll(key).filter((value) => value !== 'null');
    if (values.length === 0) continue;
    if (takesSeveral(field)) {
      query[key] = key === 'sorting' ? values.flatMap((value) => value.split(',')) : values;
    } else if (values.length === 1) {
      query[key] = values[0];
    } else {
      problems.push({ loc: ['query', key], msg: `Give ${key} once.`, type: 'duplicate' });
    }
  }
  return query;
}

/**
 * What no field may hold: NUL and lone surrogates (PostgreSQL stores neither), and `__proto__` as a
 * key. Stops at {@link MAX_PROBLEMS}. Of a body the depth is limited already, a query has none.
 */
function unsafeText(value: unknown, where: string): Problem[] {
  const problems: Problem[] = [];
  // The place of the value that is looked at: one path for all, copied for a problem alone.
  const path: Problem['loc'] = [where];
  const complain = (msg: string, type: string) =>
    problems.push({ loc: path.slice(0, where === 'query' ? 2 : 8), msg, type });
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!isStorable(value)) complain('Remove the invalid characters.', 'string_unicode');
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length && problems.length < MAX_PROBLEMS; index += 1) {
        visitAt(index, value[index]);
      }
    } else if (typeof value === 'object' && value !== null) {
      // Half the cost of Object.entries where an object has very many keys.
      for (const key of Object.keys(value)) {
        if (problems.length >= MAX_PROBLEMS) return;
        if (!isStorable(key)) complain('A key contains invalid characters.', 'string_unicode');
        else visitAt(key, (value as Record<string, unknown>)[key]);
      }
    }
  };
  const visitAt = (key: string | number, inner: unknown): void => {
    path.push(key);
    if (key === '__proto__') complain('The key __proto__ is not allowed.', 'forbidden_key');
    else visit(inner);
    path.pop();
  };
  visit(value);
  return problems;
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
