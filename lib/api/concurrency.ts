import PQueue from 'p-queue';
import { ApiError } from '@/lib/contract/errors';
import { callerName, type Scope } from '@/lib/database/connection/scope';
import { env } from '@/lib/runtime/env';

/** So many requests of one organization are worked on at once, and so many more may wait. */
export const MAX_RUNNING = 16;
export const MAX_QUEUED = 256;
/** So many exports of one organization are written at once. */
export const MAX_EXPORTS = 2;

/** A buyer has no more of his seller's places than this, however many requests he sends at once. */
const MAX_RUNNING_OF_BUYER = 4;
/** Database connections that no single organization can occupy. */
const SPARE_CONNECTIONS = 2;

interface Queue {
  readonly key: string;
  /** So many are worked on at once. */
  readonly running: number;
  /** So many may be in it: those that are worked on and those that wait. */
  readonly most: number;
}

/** What a request says of the organization that it is about, once it is parsed. */
interface Named {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

declare global {
  var tilldeskQueues: Map<string, PQueue> | undefined;
}

/**
 * The queues that hold a request; one that is idle is removed. One map a process, also where a bundler
 * loads this module twice, as for pages that call operations.
 */
globalThis.tilldeskQueues ??= new Map();
const queues = globalThis.tilldeskQueues;
const exportsRunning = new Map<string, number>();

/**
 * The one organization that a request is about: the only one of its scope, or the only one of several
 * that it names. Undefined where it may be about several, or about none.
 */
export function organizationOf(
  { organizationIds }: Pick<Scope, 'organizationIds'>,
  named?: Named,
): string | undefined {
  const [only, ...others] = organizationIds;
  if (others.length === 0) return only;
  const { id } = (named?.params ?? {}) as { id?: unknown };
  const fields = [named?.query, named?.body].flatMap(
    (part) => (part as { organization_id?: unknown } | null | undefined)?.organization_id,
  );
  const found = new Set([id, ...fields].filter((value) => organizationIds.includes(String(value))));
  const [first, ...more] = found;
  return more.length === 0 && first !== undefined ? String(first) : undefined;
}

/**
 * Runs a request's work in the queue of its organization, else of its caller, so that the requests of
 * one seller leave database connections and time to all others. Throws 429 where the queue is full,
 * and 503 where the client goes away before the work has begun; work that has begun is finished.
 */
export async function runInTurn<T>(
  scope: Scope,
  named: Named,
  abandoned: () => AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const passing = queuesOf(scope, named).reduceRight(
    (then, queue) => () => enqueue(queue, abandoned, then),
    work,
  );
  return passing();
}

/**
 * Takes a place among the exports of these organizations and answers what gives it back. Throws 429
 * where one of them has too many under way.
 */
export function beginExport(organizationIds: readonly string[]): () => void {
  if (organizationIds.some((id) => (exportsRunning.get(id) ?? 0) >= MAX_EXPORTS)) {
    throw tooMany(
      `${MAX_EXPORTS} exports of this organization are running. Wait for one to end.`,
      5,
    );
  }
  for (const id of organizationIds) exportsRunning.set(id, (exportsRunning.get(id) ?? 0) + 1);
  let isRunning = true;
  return () => {
    if (!isRunning) return;
    isRunning = false;
    for (const id of organizationIds) {
      const left = (exportsRunning.get(id) ?? 0) - 1;
      if (left > 0) exportsRunning.set(id, left);
      else exportsRunning.delete(id);
    }
  };
}

/**
 * The queues that a request passes, one after the other. What anybody can send does not fill the queue
 * that a seller works in: a buyer's requests wait in one of his own first, however many they are, and
 * calls without any credential, which may name any organization, in another.
 */
function queuesOf(scope: Scope, named: Named): Queue[] {
  // Every request may hold a connection, so some of the pool stay with the other organizations.
  const connections = env().DATABASE_POOL_SIZE - SPARE_CONNECTIONS;
  const running = Math.max(1, Math.min(MAX_RUNNING, connections));
  const most = MAX_RUNNING + MAX_QUEUED;
  const endless = Number.POSITIVE_INFINITY;
  const { caller } = scope;
  const organization = organizationOf(scope, named);
  const own = { key: organization ?? callerName(caller), running, most };
  switch (caller.kind) {
    case 'checkout':
    case 'customer': {
      const few = Math.min(running, MAX_RUNNING_OF_BUYER);
      return [{ key: callerName(caller), running: few, most: endless }, own];
    }
    case 'public':
      return [{ key: `public:${publicOrganization(named)}`, running, most: endless }];
    default:
      return [own];
  }
}

function publicOrganization({ body }: Named): string {
  return (body as { organization_id?: string } | null | undefined)?.organization_id ?? '';
}

async function enqueue<T>(
  { key, running, most }: Queue,
  abandoned: () => AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(key) ?? open(key, running);
  if (queue.pending + queue.size >= most) {
    throw tooMany('Too many requests are waiting here already. Send fewer at once.', 1);
  }
  if (queue.pending < running) return queue.add(work);
  // The queue would give up work that has begun as well, so its signal ends with the waiting.
  const client = abandoned();
  const waiting = new AbortController();
  const leave = () => waiting.abort(new ApiError('ServiceUnavailable', 'The client went away.'));
  if (client.aborted) leave();
  client.addEventListener('abort', leave);
  const begin = () => {
    client.removeEventListener('abort', leave);
    return work();
  };
  return queue.add(begin, { signal: waiting.signal });
}

function open(key: string, running: number): PQueue {
  const queue = new PQueue({ concurrency: running });
  queue.on('idle', () => queues.delete(key));
  queues.set(key, queue);
  return queue;
}

function tooMany(detail: string, seconds: number): ApiError {
  return new ApiError('TooManyRequests', detail, { headers: { 'Retry-After': String(seconds) } });
}
