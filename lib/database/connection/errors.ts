import { ApiError, bodyProblem, invalid, notFound } from '@/lib/contract/errors';
import { log } from '@/lib/runtime/log';

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

/** Whether a code is a SQLSTATE of a class, which are its first two characters. */
function isSqlState(code: string | undefined, codeClass: string): boolean {
  return code?.length === 5 && code.startsWith(codeClass);
}

const CONFLICTS = new Set(['P2034', '40001', '40P01', 'TransactionWriteConflict']);
const UNIQUE = new Set(['P2002', '23505', 'UniqueConstraintViolation']);
/** A row that a write refers to is gone: it was deleted after it had been read. */
const DANGLING = new Set(['P2003', '23503', 'ForeignKeyConstraintViolation']);
const MISSING = new Set(['P2025']);
const STALE_PLAN = /cached plan must not change result type/;
/** How `pg` says that a statement was given up without an answer. */
const UNANSWERED = /Query read timeout/;

/** Why the product cannot serve for now. */
export interface Outage {
  /** For the caller. */
  readonly detail: string;
  /** For whoever runs the product: what is wrong and what to do. */
  readonly advice: string;
  /** In seconds: when it may be worth another try. */
  readonly retryAfter: number;
}

interface KnownOutage extends Outage {
  readonly codes: ReadonlySet<string>;
  /** What every code of a class of SQLSTATEs begins with. */
  readonly codeClass?: string;
  readonly message?: RegExp;
}

const NO_ROOM = 'Storage is full. Try again later.';
const BUSY = 'The database is busy or restarting. Try again in a moment.';
/** A transaction that others got in the way of, however often it was run. */
const CONFLICT = { detail: BUSY, retryAfter: 1 };

/** The more exact come first: an error can carry a general code beside its own. */
const OUTAGES: readonly KnownOutage[] = [
  {
    codes: new Set(['53100']),
    detail: NO_ROOM,
    advice: "The database's disk is full: free space on it, or make it larger.",
    retryAfter: 60,
  },
  {
    codes: new Set(['ENOSPC', 'EDQUOT', 'EFBIG']),
    message: /No space left on device|Disk quota exceeded|File too large/i,
    detail: NO_ROOM,
    advice:
      'The disk is full, or its quota or file size limit is reached: free space below DATA_DIR, or raise the limit.',
    retryAfter: 60,
  },
  {
    codes: new Set(['53200', 'ENOMEM']),
    message: /Cannot allocate memory/i,
    detail: BUSY,
    advice: 'The database is out of memory: give it more, or lower DATABASE_POOL_SIZE.',
    retryAfter: 10,
  },
  {
    codes: new Set(['53300', 'TooManyConnections']),
    detail: BUSY,
    advice:
      'The database takes no more connections: lower DATABASE_POOL_SIZE, or raise max_connections or the limit of its role.',
    retryAfter: 5,
  },
  {
    codes: new Set(['53000', '53400']),
    detail: BUSY,
    advice:
      'The database has reached a limit in its configuration (such as temp_file_limit): raise it.',
    retryAfter: 10,
  },
  {
    codes: new Set(['25006']),
    detail: BUSY,
    advice:
      'The database takes no writes: it is a replica, or was made read-only (often because its disk is full).',
    retryAfter: 10,
  },
  {
    codes: new Set(['57014', '25P03', '25P04', '55P03', 'P2028']),
    message: UNANSWERED,
    detail: 'This took too long and was stopped. Try again in a moment.',
    advice:
      'The database took too long (see STATEMENT_TIMEOUT_SECONDS): look in pg_stat_activity for what holds locks or overloads it.',
    retryAfter: 1,
  },
  {
    codes: new Set(),
    // Of pg-pool, where all connections stayed in use. One that cannot be opened is 'Connection terminated'.
    message: /timeout exceeded when trying to connect/,
    detail: BUSY,
    advice:
      'All connections of this node stayed in use: raise DATABASE_POOL_SIZE, or look in pg_stat_activity for what holds them.',
    retryAfter: 1,
  },
  {
    codes: new Set([
      'P1001',
      'P1002',
      'P1008',
      'P1017',
      'P2024',
      '57P01',
      '57P02',
      '57P03',
      '57P04',
      '57P05',
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ETIMEDOUT',
      'EPIPE',
      'ENOTFOUND',
      'EAI_AGAIN',
      'DatabaseNotReachable',
      'ConnectionClosed',
      'SocketTimeout',
    ]),
    // Connection exceptions: 08P01 is also what PgBouncer answers while it reaches no server.
    codeClass: '08',
    message:
      /Connection terminated|server closed the connection|Client has encountered a connection error|Client was closed and is not queryable/i,
    detail: BUSY,
    advice: 'The database does not answer: see that it runs, and that DATABASE_URL is right.',
    retryAfter: 1,
  },
];

/** Why the product cannot serve for now, where that is what an error says. */
export function outageOf(error: unknown): Outage | undefined {
  const found = causes(error);
  return OUTAGES.find(
    ({ codes, codeClass, message }) =>
      hasCode(found, codes) ||
      (codeClass && found.some(({ code }) => isSqlState(code, codeClass))) ||
      (message && found.some((cause) => message.test(cause.message))),
  );
}

const LOG_PAUSE_MS = 60_000;
const loggedAt = new Map<string, number>();

/**
 * Writes into the log what is wrong and what to do, where an error says that the product cannot serve
 * for now: each thing once a minute, for every request meets it.
 */
export function logOutage(error: unknown): void {
  const outage = outageOf(error);
  if (!outage) return;
  const moment = Date.now();
  if (moment - (loggedAt.get(outage.advice) ?? 0) < LOG_PAUSE_MS) return;
  loggedAt.set(outage.advice, moment);
  log.error({ err: error }, outage.advice);
}

/** Whether a statement was given up because no answer came. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && UNANSWERED.test(error.message);
}

/** Whether a connection has prepared a statement for columns that a migration has given other types since. */
export function isStalePlan(error: unknown): boolean {
  return causes(error).some(({ message }) => STALE_PLAN.test(message));
}

/** Whether the same transaction may succeed when run again (serialization failure, deadlock, stale plan). */
export function isConflict(error: unknown): boolean {
  return hasCode(causes(error), CONFLICTS) || isStalePlan(error);
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
  const outage = hasCode(found, CONFLICTS) ? CONFLICT : outageOf(error);
  if (outage) {
    return new ApiError('ServiceUnavailable', outage.detail, {
      headers: { 'Retry-After': String(outage.retryAfter) },
    });
  }
  if (isUniqueViolation(error)) {
    return new ApiError('Conflict', 'Another object already uses this value.');
  }
  if (hasCode(found, DANGLING)) {
    return new ApiError(
      'Conflict',
      'Something this refers to was just deleted. Reload it and try again.',
    );
  }
  return hasCode(found, MISSING) ? notFound() : undefined;
}
