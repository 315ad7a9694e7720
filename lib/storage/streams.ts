import { createHash } from 'node:crypto';
import { type StagedObject, type StoredObject, storage } from '@/lib/storage/storage';

/** What arrives has another length than it should, or broke off. */
export class WrongLength extends Error {
  override readonly name = 'WrongLength';
}

/**
 * Stages a stream that has to be exactly `size` bytes long, with its SHA-256. Throws
 * {@link WrongLength}; what is too long is not read to its end.
 */
export async function stageExactly(
  stream: ReadableStream<Uint8Array> | null,
  size: number,
): Promise<{ staged: StagedObject; sha256: Buffer }> {
  const hash = createHash('sha256');
  const staged = await storage().stage(
    (async function* () {
      let arrived = 0;
      for await (const chunk of chunksOf(stream)) {
        arrived += chunk.byteLength;
        if (arrived > size) break;
        hash.update(chunk);
        yield chunk;
      }
      if (arrived !== size) throw new WrongLength(`${arrived} bytes arrived, not ${size}`);
    })(),
  );
  return { staged, sha256: hash.digest() };
}

/** Stages objects as one, in their order, with the SHA-256 of each and of all together. */
export async function stageJoined(
  objects: readonly StoredObject[],
  headSize: number,
): Promise<{ staged: StagedObject; head: Uint8Array; digests: Buffer[]; sha256: Buffer }> {
  const whole = createHash('sha256');
  const digests: Buffer[] = [];
  let head = Buffer.alloc(0);
  const staged = await storage().stage(
    (async function* () {
      for (const object of objects) {
        const hash = createHash('sha256');
        for await (const chunk of object.read()) {
          if (head.length < headSize) head = Buffer.concat([head, chunk]).subarray(0, headSize);
          hash.update(chunk);
          whole.update(chunk);
          yield chunk;
        }
        digests.push(hash.digest());
      }
    })(),
  );
  return { staged, head, digests, sha256: whole.digest() };
}

/** The chunks of a stream, one at a time; leaving the loop cancels the rest. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader();
  try {
    for (;;) {
      const next = await reader?.read().catch((cause) => {
        throw new WrongLength('The stream broke off', { cause });
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/**
 * Bytes as a stream that reads when it is read, and not at all for a HEAD request. `ended` is called
 * when all is read, the stream is given up or a chunk fails.
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
