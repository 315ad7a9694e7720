import { setImmediate as nextTurn } from 'node:timers/promises';
import { outageOf } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

const kept = new Set<Notes<unknown>>();

/**
 * What answers leave to be written beside them, such as when their callers were last seen: one write at a time, with all
 * that was noted while the one before ran. What cannot be written is dropped: whatever notes it has another way, as the
 * next read of the same caller.
 */
export class Notes<T> {
  readonly #what: string;
  readonly #notes = new Map<string, T>();
  readonly #write: (notes: ReadonlyMap<string, T>) => Promise<unknown>;
  readonly #pauseMs: number;
  #writing: Promise<void> | undefined;
  /** Those who wait for what is noted, so that no write pauses, and after how many batches they have it. */
  #waiting: { until: number; resolve: () => void }[] = [];
  #batches = 0;
  #isInBatch = false;
  #endPause: (() => void) | undefined;

  /**
   * @param what begins the line of the log where it cannot be written: "the last use of tokens"
   * @param pauseMs how long notes are gathered before a write, where that may wait
   */
  constructor(
    what: string,
    write: (notes: ReadonlyMap<string, T>) => Promise<unknown>,
    { pauseMs = 0 } = {},
  ) {
    this.#what = what;
    this.#write = write;
    this.#pauseMs = pauseMs;
    kept.add(this as Notes<unknown>);
  }

  /** Notes a value; the first one stays until it is written. */
  add(key: string, value: T): void {
    if (!this.#notes.has(key)) this.#notes.set(key, value);
    this.#writing ??= this.#writeAll();
  }

  /** What is noted and not written yet. */
  get(key: string): T | undefined {
    return this.#notes.get(key);
  }

  /** Resolves when all that was noted by now is written or dropped, whatever is noted meanwhile. */
  async written(): Promise<void> {
    if (!this.#writing) return;
    this.#endPause?.();
    // A batch that is being written may lack the latest notes; the next one has them.
    const until = this.#batches + (this.#isInBatch ? 2 : 1);
    const batch = new Promise<void>((resolve) => this.#waiting.push({ until, resolve }));
    await Promise.race([this.#writing, batch]);
  }

  /** Resolves when nothing is noted any more. */
  async drained(): Promise<void> {
    while (this.#writing) await this.written();
  }

  /** Lets notes gather; a process that ends does not wait for it. */
  async #pause(): Promise<void> {
    if (this.#pauseMs === 0 || this.#waiting.length > 0) return nextTurn();
    await new Promise<void>((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, this.#pauseMs).unref();
    });
  }

  async #writeAll(): Promise<void> {
    await this.#pause();
    while (this.#notes.size > 0) {
      const batch = new Map(this.#notes);
      this.#isInBatch = true;
      try {
        await this.#write(batch);
      } catch (error) {
        if (!outageOf(error)) log.warn({ err: error }, `${this.#what} could not be written`);
      }
      for (const key of batch.keys()) this.#notes.delete(key);
      this.#isInBatch = false;
      this.#batches += 1;
      this.#tell(this.#batches);
      if (this.#pauseMs > 0 && this.#notes.size > 0) await this.#pause();
    }
    this.#writing = undefined;
    this.#tell(Number.POSITIVE_INFINITY);
  }

  #tell(batches: number): void {
    const told = this.#waiting.filter(({ until }) => until <= batches);
    this.#waiting = this.#waiting.filter(({ until }) => until > batches);
    for (const { resolve } of told) resolve();
  }
}

/** Resolves when everything that is noted is written: before connections are closed. */
export async function notesWritten(): Promise<void> {
  for (const notes of kept) await notes.drained();
}
