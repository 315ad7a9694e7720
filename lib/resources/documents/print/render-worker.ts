import { parentPort } from 'node:worker_threads';
import { renderPdf } from '@/lib/resources/documents/print/render-pdf';
import type { IssuedDocument } from '@/lib/resources/documents/schema';

// The thread of `renderInThread`: each message is a document, and each is answered by its PDF or by an error.

/** What the thread answers. */
export type Rendered = { pdf: Uint8Array } | { error: unknown };

parentPort?.on('message', async (document: IssuedDocument) => {
  parentPort?.postMessage(await render(document));
});

async function render(document: IssuedDocument): Promise<Rendered> {
  try {
    return { pdf: new Uint8Array(await renderPdf(document)) };
  } catch (error) {
    return { error };
  }
}
