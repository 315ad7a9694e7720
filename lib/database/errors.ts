import { ApiError, notFound } from '@/lib/api/errors';
import { Prisma } from '@/lib/database/generated/client';

interface Causes {
  code: string | undefined;
  text: string;
}

/** The Prisma or SQLSTATE codes of an error and of what caused it. */
function causes(error: unknown): Causes[] {
  const found: Causes[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 5) return;
    seen.add(value);
    const { code, originalCode, message, kind } = value as Record<string, unknown>;
    for (const candidate of [code, originalCode, kind]) {
      if (typeof candidate === 'string')
        found.push({ code: candidate, text: String(message ?? '') });
    }
    if (typeof message === 'string') found.push({ code: undefined, text: message });
    const { cause, meta, driverAdapterError, errors } = value as Record<string, unknown>;
    for (const inner of [cause, meta, driverAdapterError]) visit(inner, depth + 1);
    if (Array.isArray(errors)) for (const inner of errors) visit(inner, depth + 1);
  };
  visit(error, 0);
  return found;
}

const CONFLICTS = new Set(['P2034', '40001', '40P01', 'TransactionWriteConflict']);
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
  return causes(error).some(({ code }) => code !== undefined && CONFLICTS.has(code));
}

/** Whether a unique constraint was hit; with `name`, that index or constraint. */
export function isUniqueViolation(error: unknown, name?: string): boolean {
  const all = causes(error);
  const hit = all.some(
    ({ code }) => code === 'P2002' || code === '23505' || code === 'UniqueConstraintViolation',
  );
  return (
    hit &&
    (name === undefined ||
      all.some(({ text }) => text.includes(name)) ||
      JSON.stringify(error).includes(name))
  );
}

/** What a database error answers, in the one place that knows; undefined for every other error. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const all = causes(error);
  const has = (codes: ReadonlySet<string>) =>
    all.some(({ code }) => code !== undefined && codes.has(code));
  if (has(UNAVAILABLE) || has(CONFLICTS) || all.some(({ text }) => LOST.test(text))) {
    return new ApiError(
      'ServiceUnavailable',
      'The database is busy or restarting. Try again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  if (isUniqueViolation(error)) {
    return new ApiError('Conflict', 'Another object with the same unique value exists already.');
  }
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025')
    return notFound();
  return undefined;
}
