import { openTransaction, type TransactionLimits } from '@/lib/database/connection/client';
import { isConflict } from '@/lib/database/connection/errors';
import { type Scope, withTransaction } from '@/lib/database/connection/scope';
import { answerTimeout } from '@/lib/database/connection/session';

const TRIES = 4;
const WAIT_MS = 10_000;
/** How long a transaction may take, or as long as one statement of it may where that is longer. */
const TAKE_MS = 20_000;
/** The longest time that a timer has. */
const NEVER_MS = 2 ** 31 - 1;

function limitsOfSettings(): TransactionLimits {
  return { maxWait: WAIT_MS, timeout: Math.max(TAKE_MS, answerTimeout() ?? NEVER_MS) };
}

/**
 * Runs `work` in one transaction (read committed, unless `limits` name another isolation; rows that decide are locked
 * by the repositories).
 * Serialization failures and deadlocks are run again, so `work` must touch nothing outside the
 * database. Throws what `work` throws, after rolling back.
 */
export async function transaction<T>(
  scope: Scope,
  work: (scope: Scope) => Promise<T>,
  limits = limitsOfSettings(),
): Promise<T> {
  if (scope.transaction) return work(scope);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openTransaction(scope, (open) => work(withTransaction(scope, open)), limits);
    } catch (error) {
      if (attempt === TRIES || !isConflict(error)) throw error;
    }
  }
}
