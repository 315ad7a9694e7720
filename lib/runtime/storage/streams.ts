import { createHash } from 'node:crypto';
import { type StagedObject, type StoredObject, storage } from '@/lib/runtime/storage/storage';

/** A stream is longer or shorter than expected, or has broken off. */
export class LengthMismatch extends Error {
  override readonly name = 'LengthMismatch';
}

/**
 * Stages a stream of exactly `size` bytes, with its SHA-256. Throws {@link LengthMismatch}; a longer stream
 * is not read to its end.
 */
export async function stageExactly(
  stream: ReadableStream<Uint8Array> | null,
  size: number,
): Promise<{ staged: StagedObject; sha256: Buffer }> {
  const hash = createHash('sha256');
  const staged = await storage().stage(
    (async function* () {
      let arrived = 0;
      for await (const chunk of chunksOf(stream, size)) {
        arrived += chunk.byteLength;
        if (arrived > size) break;
        hash.update(chunk);
        yield chunk;
      }
      if (arrived !== size) throw new LengthMismatch(`${arrived} bytes arrived, not ${size}`);
    })(),
  );
  return { staged, sha256: hash.digest() };
}

/** Stages the concatenation of objects, with the SHA-256 of each and of all together. */
export async function stageJoined(
  objects: readonly StoredObject[],
  headSize: number,
): Promise<{ staged: StagedObject; head: Uint8Array; digests: Buffer[]; sha256: Buffer }> {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  const head: Uint8Array[] = [];
  let missing = headSize;
  const staged = await storage().stage(
    (async function* () {
      for (const object of objects) {
        const hash = createHash('sha256');
        for await (const chunk of object.read()) {
          if (missing > 0) head.push(chunk.subarray(0, missing));
          missing = Math.max(missing - chunk.length, 0);
          hash.update(chunk);
          whole.update(chunk);
          yield chunk;
        }
        digests.push(hash.digest());
      }
    })(),
  );
  return { staged, head: Buffer.concat(head), digests, sha256: whole.digest() };
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
