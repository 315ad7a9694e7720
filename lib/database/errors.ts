import { ApiError, bodyProblem, invalid, notFound } from '@/lib/api/errors';

interface Cause {
  /** The Prisma code, SQLSTATE or Node code, or the adapter's kind. */
  code: string | undefined;
  message: string;
  /** The unique index that was hit. */
  index: string | undefined;
}

/** An error and what caused it, however Prisma and its adapter nest that. */
function causes(error: unknown): Cause[] {
  const found: Cause[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { code, originalCode, kind, message, constraint } = value as Record<string, unknown>;
    // The client says it in an object, the connection beneath it by its name.
    const { index } = (
      typeof constraint === 'string' ? { index: constraint } : (constraint ?? {})
    ) as { index?: string };
    for (const name of [code, originalCode, kind]) {
      found.push({
        code: typeof name === 'string' ? name : undefined,
        message: typeof message === 'string' ? message : '',
        index,
      });
    }
    const { cause, meta, driverAdapterError, errors } = value as Record<string, unknown>;
    for (const inner of [cause, meta, driverAdapterError]) visit(inner);
    if (Array.isArray(errors)) for (const inner of errors) visit(inner);
  };
  visit(error);
  return found;
}

function hasCode(found: readonly Cause[], codes: ReadonlySet<string>): boolean {
  return found.some(({ code }) => code !== undefined && codes.has(code));
}

const CONFLICTS = new Set(['P2034', '40001', '40P01', 'TransactionWriteConflict']);
const UNIQUE = new Set(['P2002', '23505', 'UniqueConstraintViolation']);
const MISSING = new Set(['P2025']);
const UNAVAILABLE = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|server closed the connection|Client has encountered a connection error/i;

/** Whether the same transaction may succeed when run again (serialization failure, deadlock). */
export function isConflict(error: unknown): boolean {
  return hasCode(causes(error), CONFLICTS);
}

/** Whether a unique constraint was hit; with `index`, that one. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const found = causes(error);
  return (
    hasCode(found, UNIQUE) && (index === undefined || found.some((cause) => cause.index === index))
  );
}

/** Guards writes that a unique index judges: what it refuses is a problem of a field (422). */
export function uniqueBy(index: string, field: string, msg: string) {
  return async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      if (!isUniqueViolation(error, index)) throw error;
      throw invalid(bodyProblem(field, msg));
    }
  };
}

/** What a database error answers, in the one place that knows; undefined for every other error. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const found = causes(error);
  const isLost = found.some(({ message }) => LOST.test(message));
  if (isLost || hasCode(found, UNAVAILABLE) || hasCode(found, CONFLICTS)) {
    return new ApiError(
      'ServiceUnavailable',
      'The database is busy or restarting. Try again in a moment.',
      { headers: { 'Retry-After': '1' } },
    );
  }
  if (isUniqueViolation(error)) {
    return new ApiError('Conflict', 'Another object with the same unique value exists already.');
  }
  return hasCode(found, MISSING) ? notFound() : undefined;
}
