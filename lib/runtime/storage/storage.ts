import { localStorage } from '@/lib/runtime/storage/local';

/** The name of an object: a complete file, a part of an upload that is not complete, or a rendered document. */
export type ObjectName = `files/${string}` | `parts/${string}` | `documents/${string}`;

/** The name of a file's bytes: its id, not a name that somebody chose. */
export function fileName(id: string): ObjectName {
  return `files/${id}`;
}

/** The name of a part's bytes. */
export function partName(id: string, number: number): ObjectName {
  return `parts/${id}.${number}`;
}

/** The name of a rendered document's bytes: the SHA-256 of what it was rendered from, in hexadecimal digits. */
export function documentName(digest: string): ObjectName {
  return `documents/${digest}`;
}

/** Bytes that are written durably, but have no name yet. */
export interface StagedObject {
  /** Names the object, atomically and durably; an object with that name is replaced. */
  rename(name: ObjectName): Promise<void>;
  /** Removes them, unless they have been named. */
  discard(): Promise<void>;
}

/** A named object. */
export interface StoredObject {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`, by default all; opened at the first read. */
  read(range?: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
}

/** Stores the bytes of files. Operations can be repeated, and none reads an object into memory. */
export interface Storage {
  /** Removes other accounts' permissions; called at the start. */
  close(): Promise<void>;
  /** Writes a stream. Where the source throws, nothing is left and its error is thrown. */
  stage(source: AsyncIterable<Uint8Array>): Promise<StagedObject>;
  /** The object of that name; null when there is none. */
  find(name: ObjectName): Promise<StoredObject | null>;
  /** Removes an object where it exists. */
  remove(name: ObjectName): Promise<void>;
  /** Removes parts and staged bytes that were last written before `before`. */
  removeUnfinished(before: Date): Promise<void>;
}

/** The storage of this installation. */
export function storage(): Storage {
  return localStorage;
}
