import { parentPort } from 'node:worker_threads';
import { renderPdf } from '@/lib/resources/documents/print/render-pdf';
import type { IssuedDocument } from '@/lib/resources/documents/schema';

// The thread of `renderInThread`: each message is a document with its logo, and each is answered by its PDF or by an error.

/** What is to be rendered. */
export interface RenderJob {
  document: IssuedDocument;
  /** The seller's, as the bytes of a PNG or JPEG. */
  logo: Uint8Array | null;
}

/** What the thread answers. */
export type Rendered = { pdf: Uint8Array } | { error: unknown };

parentPort?.on('message', async (job: RenderJob) => {
  parentPort?.postMessage(await render(job));
});

async function render({ document, logo }: RenderJob): Promise<Rendered> {
  try {
    return { pdf: new Uint8Array(await renderPdf(document, logo)) };
  } catch (error) {
    return { error };
  }
}
