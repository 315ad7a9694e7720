import { openTransaction, type TransactionLimits } from '@/lib/database/connection/client';
import { isConflict } from '@/lib/database/connection/errors';
import { type Scope, withTransaction } from '@/lib/database/connection/scope';

const TRIES = 4;
const LIMITS: TransactionLimits = { maxWait: 10_000, timeout: 20_000 };

/**
 * Runs `work` in one transaction (read committed, unless `limits` name another isolation; rows that decide are locked
 * by the repositories).
 * Serialization failures and deadlocks are run again, so `work` must touch nothing outside the
 * database. Throws what `work` throws, after rolling back.
 */
export async function transaction<T>(
  scope: Scope,
  work: (scope: Scope) => Promise<T>,
  limits = LIMITS,
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
