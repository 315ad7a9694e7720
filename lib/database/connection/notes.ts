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
  /** Somebody waits for what is noted, so no write pauses. */
  #isAwaited = false;
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

  /** Resolves when all that was noted is written or dropped. */
  async written(): Promise<void> {
    this.#isAwaited = true;
    this.#endPause?.();
    await this.#writing;
    this.#isAwaited = false;
  }

  /** Lets notes gather; a process that ends does not wait for it. */
  async #pause(): Promise<void> {
    if (this.#pauseMs === 0 || this.#isAwaited) return nextTurn();
    await new Promise<void>((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, this.#pauseMs).unref();
    });
  }

  async #writeAll(): Promise<void> {
    await this.#pause();
    while (this.#notes.size > 0) {
      const batch = new Map(this.#notes);
      try {
        await this.#write(batch);
      } catch (error) {
        if (!outageOf(error)) log.warn({ err: error }, `${this.#what} could not be written`);
      }
      for (const key of batch.keys()) this.#notes.delete(key);
      if (this.#pauseMs > 0 && this.#notes.size > 0) await this.#pause();
    }
    this.#writing = undefined;
  }
}

/** Resolves when everything that is noted is written: before connections are closed. */
export async function notesWritten(): Promise<void> {
  for (const notes of kept) await notes.written();
}
