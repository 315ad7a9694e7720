import { localStorage } from '@/lib/runtime/storage/local';

/** Where bytes lie: the whole of a file, or a part of one whose upload is not complete. */
export type ObjectName = `files/${string}` | `parts/${string}`;

/** The name of a file's bytes: its id, never a name that somebody chose. */
export function fileName(id: string): ObjectName {
  return `files/${id}`;
}

/** The name of a part's bytes. */
export function partName(id: string, number: number): ObjectName {
  return `parts/${id}.${number}`;
}

/** Bytes that are safely written, but not yet to be found under a name. */
export interface StagedObject {
  /** Gives them their name, in place of what lies there: at once and lastingly. */
  rename(name: ObjectName): Promise<void>;
  /** Forgets them, unless they were kept. */
  discard(): Promise<void>;
}

/** Bytes under a name. */
export interface StoredObject {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`, all when left out; opened when the first are wanted. */
  read(range?: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
}

/** Keeps the bytes of files. Every operation may be repeated, and none holds an object in memory. */
export interface Storage {
  /** Closes what is there to every other account; done at a start. */
  close(): Promise<void>;
  /** Writes what comes. Where the source throws, nothing is left and its error is thrown. */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** The object of that name; null when there is none. */
  find(name: ObjectName): Promise<StoredObject | null>;
  /** Removes an object, if it is there. */
  remove(name: ObjectName): Promise<void>;
  /** Removes parts and staged bytes that were last written before a moment. */
  removeUnfinished(before: Date): Promise<void>;
}

/** The storage of this installation. */
export function storage(): Storage {
  return localStorage;
}
