import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { ApiError } from '@/lib/contract/errors';
import type { Rendered, RenderJob } from '@/lib/resources/documents/print/render-worker';
import type { IssuedDocument } from '@/lib/resources/documents/schema';
import { env } from '@/lib/runtime/env';
import { COMPILED } from '@/lib/runtime/installation/folders';

/** How many documents wait for the thread. */
export const MAX_WAITING = 20;
/** How long one may take, the start of the thread included; some 200 ms are usual. */
const LIMIT_MS = 30_000;
const MAX_HEAP_MB = 256;

const THREAD = 'lib/resources/documents/print/render-worker';

declare global {
  var tilldeskPdfThread: { worker: Worker | undefined; queue: PQueue } | undefined;
}

/** One a process, also where a bundler loads this module twice. */
globalThis.tilldeskPdfThread ??= { worker: undefined, queue: new PQueue({ concurrency: 1 }) };
const thread = globalThis.tilldeskPdfThread;

/**
 * Renders a document in a thread of its own, which leaves the main one to all other requests. Throws 503 while
 * too many wait; what goes wrong in the thread ends it, and the next document starts another.
 */
export async function renderInThread(
  document: IssuedDocument,
  { logo = null, limitMs = LIMIT_MS }: { logo?: Uint8Array | null; limitMs?: number } = {},
): Promise<Uint8Array> {
  if (thread.queue.size >= MAX_WAITING) {
    const detail = 'Too many invoices are being prepared. Try again in a moment.';
    throw new ApiError('ServiceUnavailable', detail, { headers: { 'Retry-After': '5' } });
  }
  return thread.queue.add(() => render({ document, logo }, limitMs));
}

async function render(job: RenderJob, limitMs: number): Promise<Uint8Array> {
  thread.worker ??= start();
  const { worker } = thread;
  try {
    return await answerOf(worker, job, limitMs);
  } catch (error) {
    if (thread.worker === worker) thread.worker = undefined;
    await worker.terminate();
    throw error;
  }
}

/** The thread's answer; it rejects where the thread fails, ends, or takes too long. */
function answerOf(worker: Worker, job: RenderJob, limitMs: number): Promise<Uint8Array> {
  const over = new AbortController();
  return new Promise<Uint8Array>((resolve, reject) => {
    const listen = <T>(event: string, listener: (value: T) => void) => {
      worker.on(event, listener);
      over.signal.addEventListener('abort', () => worker.off(event, listener));
    };
    listen('message', (answer: Rendered) => {
      if ('pdf' in answer) resolve(answer.pdf);
      else reject(answer.error);
    });
    listen('error', reject);
    listen('exit', (code: number) => reject(new Error(`The thread ended with ${code}`)));
    const late = () => reject(new Error(`The PDF took longer than ${limitMs} ms`));
    const timer = setTimeout(late, limitMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    worker.postMessage(job);
  }).finally(() => over.abort());
}

/** Starts the thread: what was compiled of it, or its source in development and tests. */
function start(): Worker {
  const isCompiled = env().NODE_ENV === 'production';
  // The bundler of pages would look for the file of an imported `Worker`.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  const worker = isCompiled
    ? new Worker(path.resolve(COMPILED, `${THREAD}.js`), { execArgv: [], resourceLimits })
    : new Worker(fromSource(path.resolve(`${THREAD}.ts`)), { eval: true, resourceLimits });
  // The process may end while the thread has nothing to do, and a thread that ends then is not missed.
  worker.unref();
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (thread.worker === worker) thread.worker = undefined;
  });
  return worker;
}

/** Node applies no `--import` to threads, so the translator of TypeScript is registered by code. */
function fromSource(file: string): string {
  const url = JSON.stringify(pathToFileURL(file).href);
  return `import('tsx/esm/api').then(({ register }) => { register(); return import(${url}); })`;
}
