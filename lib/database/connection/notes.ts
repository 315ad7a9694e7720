import { setImmediate as nextTurn } from 'node:timers/promises';
import { outageOf } from '@/lib/database/connection/errors';
import { log } from '@/lib/runtime/log';

const kept = new Set<Notes<unknown>>();

/**
 * What reads note about their callers, written beside their answers: one statement at a time, with all that was noted
 * while the one before ran. What cannot be written is dropped; the next read of its caller notes it again.
 */
export class Notes<T> {
  readonly #notes = new Map<string, T>();
  readonly #write: (notes: ReadonlyMap<string, T>) => Promise<unknown>;
  #writing: Promise<void> | undefined;

  constructor(write: (notes: ReadonlyMap<string, T>) => Promise<unknown>) {
    this.#write = write;
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
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    await nextTurn();
    while (this.#notes.size > 0) {
      const batch = new Map(this.#notes);
      try {
        await this.#write(batch);
      } catch (error) {
        if (!outageOf(error)) log.warn({ err: error }, 'what a read noted was not written');
      }
      for (const key of batch.keys()) this.#notes.delete(key);
    }
    this.#writing = undefined;
  }
}

/** Resolves when everything that reads have noted is written: before connections are closed. */
export async function notesWritten(): Promise<void> {
  for (const notes of kept) await notes.written();
}
