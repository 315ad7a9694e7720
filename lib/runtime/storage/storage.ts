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

/** Bytes that are written durably, but that nobody can read yet. */
export interface Multipart {
  /** Makes them the object of their name, atomically and durably; an object with that name is replaced. */
  complete(): Promise<void>;
  /** Removes them, unless they are complete. */
  abort(): Promise<void>;
}

/** A named object. */
export interface StoredObject {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to before `end`, by default all; opened at the first read. */
  chunks(range?: { start: number; end: number }): AsyncGenerator<Uint8Array, void>;
}

/**
 * Stores the bytes of files. Operations can be repeated, and none reads an object into memory. They are those of an
 * object store (PUT, a multipart upload, GET with a range, DELETE), so that one is added by one more implementation.
 */
export interface Storage {
  /** Writes an object, durably, once its source has ended; one with that name is replaced. Where the source throws, nothing is written and its error is thrown. */
  put(name: ObjectName, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes an object that others see only when it is completed. Where the source throws, nothing is left and its error is thrown. */
  multipart(name: ObjectName, source: AsyncIterable<Uint8Array>): Promise<Multipart>;
  /** The object of that name; null when there is none. */
  read(name: ObjectName): Promise<StoredObject | null>;
  /** Removes an object where it exists. */
  remove(name: ObjectName): Promise<void>;
}

/** The storage of this installation. */
export function storage(): Storage {
  return localStorage;
}
