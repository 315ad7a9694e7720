import { buffer } from 'node:stream/consumers';
import { openMedia, ownPicture } from '@/lib/resources/files/service';
import { pictureSize } from '@/lib/runtime/picture-size';

/** What pdfkit embeds. */
const FORMATS = ['image/png', 'image/jpeg'];
/** Pixels of a PNG are unpacked to be embedded. */
const MAX_PIXELS = 4_000_000;

/** The bytes of a picture for a PDF; null where there is none, or none that it can show. */
export async function readLogo(url: string | null): Promise<Uint8Array | null> {
  const id = /\/media\/([\w-]+)$/.exec(ownPicture(url) ?? '')?.[1];
  const picture = id === undefined ? null : await openMedia(id).catch(() => null);
  if (!picture || !FORMATS.includes(picture.mimeType)) return null;
  const bytes = await buffer(picture.chunks());
  const size = pictureSize(bytes, picture.mimeType);
  return size && size.width * size.height <= MAX_PIXELS ? new Uint8Array(bytes) : null;
}
