import { createHash } from 'node:crypto';
import type { StoredObject } from '@/lib/runtime/storage/storage';

/** A stream is longer or shorter than expected, or has broken off. */
export class LengthMismatch extends Error {
  override readonly name = 'LengthMismatch';
}

/**
 * A stream of exactly `size` bytes, whose SHA-256 is given to `check` at its end: what that throws, or
 * {@link LengthMismatch}, is thrown to whoever stores them. A longer stream is not read to its end.
 */
export async function* exactly(
  stream: ReadableStream<Uint8Array> | null,
  size: number,
  check: (sha256: Buffer) => void,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let arrived = 0;
  for await (const chunk of chunksOf(stream, size)) {
    arrived += chunk.byteLength;
    if (arrived > size) break;
    hash.update(chunk);
    yield chunk;
  }
  if (arrived !== size) throw new LengthMismatch(`${arrived} bytes arrived, not ${size}`);
  check(hash.digest());
}

/** What is known of a concatenation when all of it was read. */
export interface Joined {
  /** The first bytes. */
  readonly head: Uint8Array;
  /** The SHA-256 of each object. */
  readonly digests: readonly Buffer[];
  /** The SHA-256 of all together. */
  readonly sha256: Buffer;
}

/** The concatenation of objects, and what is known of it at its end, with as many first bytes as `headSize`. */
export function join(
  objects: readonly StoredObject[],
  headSize: number,
): { chunks: AsyncGenerator<Uint8Array, void>; joined: () => Joined } {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  const head: Uint8Array[] = [];
  let missing = headSize;
  async function* chunks() {
    for (const object of objects) {
      const hash = createHash('sha256');
      for await (const chunk of object.chunks()) {
        if (missing > 0) head.push(chunk.subarray(0, missing));
        missing = Math.max(missing - chunk.length, 0);
        hash.update(chunk);
        whole.update(chunk);
        yield chunk;
      }
      digests.push(hash.digest());
    }
  }
  return {
    chunks: chunks(),
    joined: () => ({ head: Buffer.concat(head), digests, sha256: whole.digest() }),
  };
}

/**
 * The chunks of a stream. Leaving the loop early discards the rest of the `expected` bytes, so that the
 * sender reads the response, and cancels a longer stream.
 */
async function* chunksOf(
  stream: ReadableStream<Uint8Array> | null,
  expected: number,
): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  let left = expected;
  try {
    for (;;) {
      const next = await reader?.read().catch((cause) => {
        throw new LengthMismatch('The stream broke off', { cause });
      });
      if (!next || next.done) return;
      left -= next.value.byteLength;
      yield next.value;
    }
  } finally {
    if (reader) void discard(reader, left).catch(() => undefined);
  }
}

/**
 * Reads a body to its end: Next destroys a request whose body is cancelled while it arrives, and the next
 * request on the connection would hang.
 */
async function discard(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  expected: number,
): Promise<void> {
  for (let left = expected; left >= 0; ) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.byteLength;
  }
  await reader.cancel();
}

/**
 * A stream that reads on demand, and nothing for a HEAD request. `ended` is called when all is read, the
 * stream is cancelled or a chunk fails.
 */
export function streamOf(
  chunks: AsyncGenerator<Uint8Array, void>,
  ended: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          ended();
          throw error;
        }
        ended();
        controller.close();
      },
      cancel: async () => {
        ended();
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
