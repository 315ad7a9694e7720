import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { holdClocks } from '@/lib/database/query/clocks';

// How commands write. A command takes the scope of whoever acts (a request, a job, a link) and gives its result; what a
// request keeps of that, by its idempotency key and its `If-Match`, is in the same transaction (lib/api/context.ts).

/**
 * The transaction whose result is the command's. Work that returns an `ApiError` commits what it wrote and throws that
 * error; work that throws is rolled back. Inside another transaction it is part of that one.
 */
export async function commit<T>(
  scope: Scope,
  work: (scope: Scope) => Promise<T | ApiError>,
): Promise<T> {
  const { request } = scope;
  if (request && !scope.transaction) return request.commit(work, scope);
  const result = await transaction(scope, async (inner) => work(await holdClocks(inner)));
  if (result instanceof ApiError) throw result;
  return result;
}

/** The same for work that writes by one statement: only keeping its result takes a transaction. */
export function commitOne<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  return claimIdOf(scope) === null ? work(scope) : commit(scope, work);
}

/**
 * A transaction before that of {@link commit}, in a command of several steps. Where its result is the command's
 * already, the work calls {@link keepReply}.
 */
export function step<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  if (scope.request) return scope.request.transaction(work, scope);
  return transaction(scope, async (inner) => work(await holdClocks(inner)));
}

/** Keeps the result of a command in the transaction of a {@link step}. */
export async function keepReply(scope: Scope, result: unknown): Promise<void> {
  await scope.request?.storeReply(scope, result);
}

/** The entry of the request's idempotency key, by which a retry finds what it has begun; null without a key. */
export function claimIdOf({ request }: Scope): string | null {
  return request?.claim?.id ?? null;
}

/** Notes that an earlier try of the request has committed a step, which a failure cannot undo. */
export function noteResumed({ request }: Scope): void {
  if (request) request.hasCommittedPart = true;
}
