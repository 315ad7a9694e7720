import type { z } from 'zod';
import type { Audit, AuditedExport } from '@/lib/api/audit';
import { beginExport } from '@/lib/api/concurrency';
import {
  checksAnswers,
  type HandlerInput,
  type Implement,
  type RouteHandler,
} from '@/lib/api/implement';
import type { AnyContract, Column, Contract } from '@/lib/contract/contract';
import { csvHeader, csvRow } from '@/lib/contract/csv';
import type { Batches } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import { log } from '@/lib/runtime/log';
import { streamOf } from '@/lib/runtime/storage/streams';

/** Makes the route handler of an export from what reads its rows. */
export type ImplementExport = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  Item extends z.ZodType<object>,
>(
  operation: Contract<P, Q, z.ZodUndefined, z.ZodArray<Item>>,
  read: (input: HandlerInput<P, Q, z.ZodUndefined>) => Batches<z.output<Item>>,
) => RouteHandler;

/**
 * How route handlers of exports are made (docs/contract/lists.md#exports). The answer is a stream:
 * a batch is read when the client has taken the one before, so memory stays constant and nothing is
 * left open when the client goes away.
 */
export function createImplementExport(
  implement: Implement,
  /** The time zone of an organization of the scope. */
  findZone: (scope: Scope, organizationId: string) => Promise<string | undefined>,
  audit?: Audit,
): ImplementExport {
  return (operation, read) => {
    const { columns = [], response, id, path } = operation;
    return (request, route) =>
      implement(operation, async (input) => {
        const { realTime: now, requestId } = input.scope;
        const organizations = organizationsOf(input);
        const [only, another] = organizations;
        const zone = only && !another ? await findZone(input.scope, only) : undefined;
        const isJson = prefersJson(request.headers.get('accept'));
        const format = isJson ? JSON_ROWS : csvOf(columns, zone ?? 'UTC');
        const endExport = beginExport(input.scope, organizations);
        const exported = operation as unknown as AnyContract;
        const keep = (rows: AuditedExport['rows']) =>
          audit?.exported(input.scope, {
            operation: exported,
            organizationIds: organizations,
            rows,
          });
        const rows = audit ? kept(read(input), keep) : read(input);
        const chunks = written(checksAnswers() ? checked(rows, response) : rows, format);
        // What goes wrong before the first rows are there is answered like any other fault.
        const first = await chunks.next().catch((error) => {
          endExport();
          throw error;
        });
        const broken = (err: unknown) =>
          log.error({ err, requestId, operation: id }, 'an export broke off');
        const name = `${nameOf(path)}-${now.toISOString().slice(0, 10)}.${format.extension}`;
        return new Response(streamOf(sent(first, chunks, broken), endExport), {
          headers: {
            'Content-Type': format.type,
            'Content-Disposition': `attachment; filename="${name}"`,
          },
        });
      })(request, route);
  };
}

/** The organizations whose rows are exported: those of the scope, or the ones that are named. */
function organizationsOf({
  context,
  query,
}: HandlerInput<z.ZodObject, z.ZodObject, z.ZodUndefined>): readonly string[] {
  const { organizationIds } = context.scope;
  const named = [query.organization_id ?? []].flat();
  return named.length === 0 ? organizationIds : organizationIds.filter((id) => named.includes(id));
}

/**
 * Keeps that rows are exported before the first of them is sent, and how many were, at the end, before that is told. What
 * breaks off with the process leaves its beginning.
 */
async function* kept<Item extends object>(
  batches: Batches<Item>,
  keep: (rows: AuditedExport['rows']) => Promise<void> | undefined,
): AsyncGenerator<readonly Item[]> {
  const rows = new Map<string | null, number>();
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    await keep(null);
  };
  try {
    for await (const batch of batches) {
      if (!hasBegun) await begin();
      for (const row of batch) {
        const { organization_id: id = null } = row as { organization_id?: string };
        rows.set(id, (rows.get(id) ?? 0) + 1);
      }
      yield batch;
    }
    if (!hasBegun) await begin();
  } finally {
    if (hasBegun) await keep(rows);
  }
}

interface Format {
  type: string;
  extension: string;
  start: string;
  row(row: object): string;
  between: string;
  end: string;
}

const JSON_ROWS: Format = {
  type: 'application/json',
  extension: 'json',
  start: '[',
  row: JSON.stringify,
  between: ',\n',
  end: ']\n',
};

function csvOf(columns: readonly Column[], zone: string): Format {
  return {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    start: csvHeader(columns),
    row: (row) => csvRow(columns, row, zone),
    between: '',
    end: '',
  };
}

async function* written(
  batches: Batches<object>,
  format: Format,
): AsyncGenerator<string, undefined> {
  let text = format.start;
  let between = '';
  for await (const rows of batches) {
    for (const row of rows) {
      text += between + format.row(row);
      between = format.between;
    }
    yield text;
    text = '';
  }
  yield text + format.end;
}

/** Outside production: every row has the shape that the contract says. */
async function* checked<Item>(
  batches: Batches<Item>,
  schema: z.ZodType | undefined,
): AsyncGenerator<readonly Item[]> {
  for await (const rows of batches) {
    schema?.parse(rows);
    yield rows;
  }
}

async function* sent(
  first: IteratorResult<string, undefined>,
  rest: AsyncGenerator<string, undefined>,
  broken: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  try {
    if (!first.done) yield encoder.encode(first.value);
    for await (const text of rest) yield encoder.encode(text);
  } catch (error) {
    // The connection is cut, so that nobody takes the part for the whole.
    broken(error);
    throw error;
  } finally {
    await rest.return(undefined);
  }
}

/** `/v1/benefits/{id}/grants/export` is `benefits-grants`. */
function nameOf(path: string): string {
  const names = path.split('/').filter((name) => /^[a-z_-]+$/.test(name) && name !== 'export');
  return names.join('-').replaceAll('_', '-');
}

/** Whether an `Accept` header asks for JSON rather than for CSV, which is the default. */
function prefersJson(accept: string | null): boolean {
  const weight = (type: string) => {
    const range = (accept ?? '')
      .split(',')
      .find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type);
    if (range === undefined) return 0;
    const [, given = '1'] = /;\s*q=([\d.]+)/i.exec(range) ?? [];
    return Number(given);
  };
  return weight('application/json') > weight('text/csv');
}
