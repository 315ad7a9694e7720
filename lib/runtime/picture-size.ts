import { disableTypes, imageSize, types } from 'image-size';

const KIB = 1024;

/** The names that image-size has for the served types; it distinguishes AVIF files by their brand. */
const FORMATS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};
disableTypes(types.filter((type) => !['png', 'jpg', 'webp', 'gif', 'heif'].includes(type)));

/** How many of a picture's first bytes {@link pictureSize} reads. */
export const PICTURE_HEAD = 256 * KIB;
/**
 * In a JPEG the size can follow profiles and a preview. For AVIF less is read, since image-size takes time
 * quadratic in the length.
 */
const AVIF_HEAD = 32 * KIB;

/**
 * The size of a picture in pixels, by the header in its first bytes; null where it cannot be read.
 * `mimeType` is what its first bytes say that it is: no other format is tried.
 */
export function pictureSize(
  head: Uint8Array,
  mimeType: string,
): { width: number; height: number } | null {
  try {
    const { width, height, type } = imageSize(
      mimeType === 'image/avif' ? plainAvif(head) : new Uint8Array(head),
    );
    if (type !== FORMATS[mimeType] || !(width >= 1 && height >= 1)) return null;
    return { width, height };
  } catch {
    return null;
  }
}

/**
 * The head of an AVIF file, changed so that image-size reads it correctly: it does not know the main brand of
 * sequences or files that name AVIF as second brand, and it subtracts a crop (`clap`) from the width, so that
 * a small crop would hide a large picture.
 */
function plainAvif(head: Uint8Array): Uint8Array {
  const text = Buffer.from(head.subarray(0, AVIF_HEAD)).toString('latin1');
  const plain = `${text.slice(0, 8)}avif${text.slice(12).replaceAll('clap', 'free')}`;
  return new Uint8Array(Buffer.from(plain, 'latin1'));
}
