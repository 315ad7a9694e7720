import { ApiError } from '@/lib/contract/errors';
import { assertAvailable } from '@/lib/database/connection/availability';
import { outageOf } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

/** How long after an outage a client's retry may go on with what broke off, before it is asked for, ms. */
export const RETRY_FIRST_MS = 3000;

/**
 * What an outage of the database has broken off in this process, to be finished once the database is back. A process
 * that ends meanwhile leaves it to the lease of what it was about.
 */
export class Interrupted<T> {
  readonly #items = new Map<string, T>();
  #availableSince: number | undefined;

  add(key: string, item: T): void {
    this.#items.set(key, item);
  }

  has(key: string): boolean {
    return this.#items.has(key);
  }

  /**
   * Does steps that begin items, or begin them again: those that an outage, or a 503, breaks off are kept. Throws
   * what the steps throw.
   */
  async watch<R>(steps: (begin: (key: string, item: T) => void) => Promise<R>): Promise<R> {
    const begun = new Map<string, T>();
    try {
      return await steps((key, item) => {
        begun.set(key, item);
        this.#items.delete(key);
      });
    } catch (error) {
      if (isTemporary(error)) for (const [key, item] of begun) this.add(key, item);
      throw error;
    }
  }

  /**
   * Finishes every item, once the database has been available for `afterMs`. Throws while it is not; an item that
   * meets a 503 is kept for the next time, one that fails for another reason is logged and left to its lease.
   */
  async finish(work: (item: T) => Promise<void>, afterMs = 0): Promise<void> {
    if (this.#items.size === 0) return;
    try {
      await assertAvailable();
      this.#availableSince ??= performance.now();
      if (performance.now() - this.#availableSince < afterMs) return;
      for (const [key, item] of [...this.#items]) {
        // Before the work: a retry that is broken off meanwhile adds it again.
        this.#items.delete(key);
        await work(item).catch((error: unknown) => {
          if (isTemporary(error)) {
            this.add(key, item);
            throw error;
          }
          log.error({ err: error, key }, 'what an outage interrupted could not be finished');
        });
      }
    } catch (error) {
      this.#availableSince = undefined;
      if (outageOf(error)) throw error;
    }
    this.#availableSince = undefined;
  }
}

/** Whether the same may succeed soon: after an outage of the database, or where too many wait for a processor. */
function isTemporary(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.name === 'ServiceUnavailable';
  return isRefused || outageOf(error) !== undefined;
}
