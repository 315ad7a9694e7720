import { assertAvailable } from '@/lib/database/connection/availability';
import { outageOf } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

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
   * Does steps that begin items, or begin them again: those that an outage breaks off are kept. Throws what the steps
   * throw.
   */
  async watch<R>(steps: (begin: (key: string, item: T) => void) => Promise<R>): Promise<R> {
    const begun = new Map<string, T>();
    try {
      return await steps((key, item) => {
        begun.set(key, item);
        this.#items.delete(key);
      });
    } catch (error) {
      if (outageOf(error)) for (const [key, item] of begun) this.add(key, item);
      throw error;
    }
  }

  /**
   * Finishes every item, once the database has been available for `afterMs`. Throws while it is not; an item that
   * fails for another reason is logged and left to its lease.
   */
  async finish(work: (item: T) => Promise<void>, afterMs = 0): Promise<void> {
    if (this.#items.size === 0) return;
    try {
      await assertAvailable();
      this.#availableSince ??= performance.now();
      if (performance.now() - this.#availableSince < afterMs) return;
      for (const [key, item] of this.#items) {
        await work(item).catch((error: unknown) => {
          if (outageOf(error)) throw error;
          log.error({ err: error, key }, 'what an outage interrupted could not be finished');
        });
        this.#items.delete(key);
      }
    } catch (error) {
      this.#availableSince = undefined;
      throw error;
    }
    this.#availableSince = undefined;
  }
}
