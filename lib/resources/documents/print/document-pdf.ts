import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '@/lib/contract/errors';
import { readLogo } from '@/lib/resources/documents/print/logo';
import { renderInThread } from '@/lib/resources/documents/print/render-in-thread';
import type { IssuedDocument } from '@/lib/resources/documents/schema';
import { log } from '@/lib/runtime/log';
import { documentName, type ObjectName, storage } from '@/lib/runtime/storage/storage';

/** The version of the layout: to be raised by a change of it that is to reach what was rendered before. */
const LAYOUT = 2;

/** What is being rendered now: requests for one document wait for the same bytes. */
const rendering = new Map<ObjectName, Promise<Uint8Array>>();

/**
 * The PDF of a document: rendered once, then kept in the storage by what it was rendered from, which never
 * changes. Throws 503 while too many documents wait to be rendered.
 */
export async function documentPdf(document: IssuedDocument): Promise<Uint8Array> {
  const source = JSON.stringify([LAYOUT, document.kind, document.content]);
  const name = documentName(createHash('sha256').update(source).digest('hex'));
  const kept = await find(name);
  if (kept) return kept;
  const known = rendering.get(name);
  if (known) return known;
  const pdf = renderAndKeep(name, document).finally(() => rendering.delete(name));
  rendering.set(name, pdf);
  return pdf;
}

async function find(name: ObjectName): Promise<Uint8Array | null> {
  const object = await storage().read(name);
  return object && buffer(object.chunks());
}

async function renderAndKeep(name: ObjectName, document: IssuedDocument): Promise<Uint8Array> {
  const pdf = await render(document);
  try {
    await storage().put(name, Readable.from([pdf]));
  } catch (error) {
    // It is rendered again at the next request.
    log.warn({ err: error }, 'the PDF of an invoice could not be kept');
  }
  return pdf;
}

/** With the seller's logo, or without where that cannot be embedded: its bytes are a seller's. */
async function render(document: IssuedDocument): Promise<Uint8Array> {
  const logo = await readLogo(document.content.seller.avatar_url);
  if (logo === null) return renderInThread(document);
  return renderInThread(document, { logo }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    log.warn({ err: error }, 'the logo of an invoice could not be embedded');
    return renderInThread(document);
  });
}
