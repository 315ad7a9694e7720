import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { FileService, FileUploadCompleted } from '@/lib/resources/files/schema';

const MIB = 1024 * 1024;

/** The maximum size of a file in bytes, by its purpose (docs/contract/files.md#pictures). */
export const MAX_SIZE: Record<FileService, number> = {
  downloadable: 2048 * MIB,
  product_media: 10 * MIB,
  organization_avatar: MIB,
  import: 256 * MIB,
};
/** The maximum number of pixels of a picture: a browser needs four bytes of memory for each. */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 16_384;
/** Whether files of a purpose are pictures, which anybody sees by their address. */
export function isPicture(
  service: FileService,
): service is Extract<FileService, 'product_media' | 'organization_avatar'> {
  return service === 'product_media' || service === 'organization_avatar';
}
/** The accepted media types of pictures. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
/** The maximum size of a part of an upload, in bytes. */
export const MAX_PART_SIZE = 10 * MIB;
export const MAX_PARTS = 1000;
/** How long the parts of an upload can be sent, from its creation. */
export const UPLOAD_MS = 24 * 3_600_000;
/** How long a signed download URL is valid. */
export const DOWNLOAD_MS = 3_600_000;

/** How many of the objects that use a file are printed with it. */
export const MAX_USES = 20;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size in bytes for people: `512 B`, `1.2 MB`; each unit is 1024 of the one before. */
export function readableSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A value that would be rounded up to 1024 is shown in the next unit.
  while (size >= 1023.95 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Math.round(size * 10) / 10} ${UNITS[unit]}`;
}

const GIB = 1024 * MIB;

/**
 * Why a file does not fit into what an organization may store (docs/contract/files.md#quota), as a sentence; undefined
 * where it does. `quota` counts GiB, 0 is no limit.
 */
export function quotaProblem(used: number, size: number, quota: number): string | undefined {
  if (quota === 0 || used + size <= quota * GIB) return undefined;
  return (
    `Your organization uses ${readableSize(used)} of ${readableSize(quota * GIB)} for files. ` +
    `${readableSize(size)} more don't fit. Delete files that you no longer need.`
  );
}

/** A part of an upload: bytes from `chunk_start` to before `chunk_end`. */
export interface PlannedPart {
  number: number;
  chunk_start: number;
  chunk_end: number;
}

/**
 * Problems of the parts of a file of `size` bytes: numbered from 1, they have to cover it without gaps or
 * overlaps, in any order. `path` is an index of the list.
 */
export function partProblems(size: number, parts: readonly PlannedPart[]) {
  const problems: { path: [number, keyof PlannedPart]; message: string }[] = [];
  const ordered = parts
    .map((part, index) => ({ ...part, index }))
    .sort((a, b) => a.number - b.number);
  let end = 0;
  for (const [position, part] of ordered.entries()) {
    const { index, number, chunk_start, chunk_end } = part;
    const length = chunk_end - chunk_start;
    const complain = (field: keyof PlannedPart, message: string) =>
      problems.push({ path: [index, field], message });
    if (number !== position + 1) complain('number', 'Number the parts 1, 2, 3 and so on.');
    if (chunk_start !== end) complain('chunk_start', `This part has to start at ${end}.`);
    if (length < 1 || length > MAX_PART_SIZE) {
      complain('chunk_end', `A part has 1 to ${MAX_PART_SIZE} bytes.`);
    }
    if (position === ordered.length - 1 && chunk_end !== size) {
      complain('chunk_end', `The last part has to end at the size of the file, ${size}.`);
    }
    end = chunk_end;
  }
  return problems;
}

/**
 * Differences between a completion and the announced upload; `numbers` are those of the announced parts, null
 * where the file is complete already.
 */
export function completionProblems(
  announced: { id: string; path: string; numbers: readonly number[] | null },
  { id, path, parts }: FileUploadCompleted,
): Problem[] {
  const problems: Problem[] = [];
  if (id !== announced.id) problems.push(bodyProblem('id', 'This is another upload.'));
  if (path !== announced.path) problems.push(bodyProblem('path', 'This is another path.'));
  if (announced.numbers === null) return problems;
  const left = new Set(announced.numbers);
  for (const [index, { number }] of parts.entries()) {
    if (left.delete(number)) continue;
    problems.push(bodyProblem(['parts', index, 'number'], 'List each announced part once.'));
  }
  if (left.size > 0) {
    problems.push(bodyProblem('parts', `List every part: ${[...left].join(', ')} is missing.`));
  }
  return problems;
}

/** How many of a file's first bytes {@link imageType} reads. */
const IMAGE_HEAD = 256;

/** The media type of a picture by its first bytes; null where it is not an accepted one. */
export function imageType(head: Uint8Array): string | null {
  const text = (start: number, end: number) => String.fromCharCode(...head.subarray(start, end));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp') {
    const length = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), IMAGE_HEAD);
    // The main brand and, after a version number, the compatible brands.
    const brands = [text(8, 12), ...(text(16, length).match(/.{4}/gs) ?? [])];
    if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  }
  return null;
}

/** The problem of a picture's size in pixels, as a sentence; a null size is one that could not be read. */
export function pictureProblem(size: { width: number; height: number } | null): string | undefined {
  if (!size)
    return "The dimensions of this image can't be read. Save it again and upload the new file.";
  const { width, height } = size;
  if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return undefined;
  const most = `${MAX_PIXELS / 1_000_000} megapixels and ${MAX_SIDE} pixels a side`;
  return `This image is ${width} × ${height} pixels. Use at most ${most}.`;
}

/**
 * The bytes that a `Range` header selects, from `start` to before `end`; null for all of them, also for
 * several ranges; undefined where the range cannot be satisfied.
 */
export function rangeOf(
  header: string | null,
  size: number,
): { start: number; end: number } | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < end ? { start, end } : undefined;
}

/** A `Content-Disposition` that saves under the file's name, with both parameters of RFC 6266. */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}/\\]/gu, '_');
  const ascii = safe.replace(/[^ -~]|["%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
