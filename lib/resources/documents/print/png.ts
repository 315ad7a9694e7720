import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length and name before the content of a chunk, and its checksum behind. */
const HEAD = 8;
const CHECKSUM = 4;

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/** Whether the pixels of a PNG unpack to at most so many bytes, whatever its header says of their number. */
export function unpacksWithin(most: number, bytes: Uint8Array): boolean {
  const png = Buffer.from(bytes);
  const packed: Buffer[] = [];
  for (let at = SIGNATURE.length; at + HEAD <= png.length; ) {
    const start = at + HEAD;
    const end = start + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, start) === 'IDAT') packed.push(png.subarray(start, end));
    at = end + CHECKSUM;
  }
  try {
    inflateSync(Buffer.concat(packed), { maxOutputLength: most });
    return true;
  } catch {
    return false;
  }
}
