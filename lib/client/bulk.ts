import { ApiFailure } from '@/lib/client/client';
import { isResultUnknown, newIdempotencyKey, sendWithRetry } from '@/lib/client/queries';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';

/** Calls that run at the same time. */
const AT_ONCE = 4;
const DEFAULT_WAIT_S = 5;

/** How far the calls of a bulk action have come. */
export interface BulkProgress<Row> {
  phase: 'running' | 'stopping' | 'stopped' | 'finished';
  total: number;
  done: number;
  failed: readonly { row: Row; error: unknown }[];
  /** Not called yet. */
  left: readonly Row[];
  /** The rate limit is reached; it goes on by itself. */
  isWaiting: boolean;
}

/**
 * One call for each of many rows, four at a time. It can be stopped: what is on its way ends, nothing else
 * begins. What is left or failed can be run afterwards, and a call whose answer was lost is then repeated
 * under its idempotency key.
 */
export class BulkRun<Row extends { id: string }, C extends AnyOperation> {
  #progress: BulkProgress<Row>;
  readonly #operation: C;
  readonly #input: (row: Row) => ContractInput<C>;
  readonly #onProgress: (progress: BulkProgress<Row>) => void;
  readonly #keys = new Map<string, string>();

  constructor(
    rows: readonly Row[],
    operation: C,
    input: (row: Row) => ContractInput<C>,
    onProgress: (progress: BulkProgress<Row>) => void,
  ) {
    this.#operation = operation;
    this.#input = input;
    this.#onProgress = onProgress;
    this.#progress = {
      phase: 'stopped',
      total: rows.length,
      done: 0,
      failed: [],
      left: rows,
      isWaiting: false,
    };
  }

  /** Calls what is left; resolves when all of it is called, or after {@link stop}. */
  async resume(): Promise<BulkProgress<Row>> {
    this.#set({ phase: 'running' });
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()));
    this.#set({ phase: this.#progress.left.length > 0 ? 'stopped' : 'finished', isWaiting: false });
    return this.#progress;
  }

  /** Calls once more what failed. */
  retry(): Promise<BulkProgress<Row>> {
    const { failed, left } = this.#progress;
    this.#set({ failed: [], left: [...failed.map(({ row }) => row), ...left] });
    return this.resume();
  }

  stop(): void {
    if (this.#progress.phase === 'running') this.#set({ phase: 'stopping' });
  }

  #set(change: Partial<BulkProgress<Row>>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#onProgress(this.#progress);
  }

  async #work(): Promise<void> {
    for (;;) {
      const [row, ...left] = this.#progress.left;
      if (row === undefined || this.#progress.phase !== 'running') return;
      this.#set({ left });
      await this.#callFor(row);
    }
  }

  async #callFor(row: Row): Promise<void> {
    const key = this.#keys.get(row.id) ?? newIdempotencyKey();
    this.#keys.set(row.id, key);
    try {
      await sendWithRetry(this.#operation, this.#input(row), key);
      this.#set({ done: this.#progress.done + 1, isWaiting: false });
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 429) {
        this.#set({ left: [row, ...this.#progress.left] });
        await this.#wait(error.retryAfter ?? DEFAULT_WAIT_S);
        return;
      }
      // A refusal is stored under its key: another try is another submission.
      if (!isResultUnknown(error)) this.#keys.delete(row.id);
      this.#set({ failed: [...this.#progress.failed, { row, error }] });
    }
  }

  /** Until the rate limit lets more through, or it is stopped. */
  async #wait(seconds: number): Promise<void> {
    this.#set({ isWaiting: true });
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until && this.#progress.phase === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
