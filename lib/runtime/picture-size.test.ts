import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PICTURE_HEAD, pictureSize } from '@/lib/runtime/picture-size';
import { box, picturesOf } from '@/testing/files';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const sizeOf = (head: Buffer, type: string) =>
  pictureSize(head.subarray(0, PICTURE_HEAD), `image/${type}`);

/** A segment of a JPEG that is no frame: a profile, a preview. */
function segment(length: number): Buffer {
  const head = Buffer.from([0xff, 0xe2, (length + 2) >> 8, (length + 2) & 0xff]);
  return Buffer.concat([head, Buffer.alloc(length, 1)]);
}

/** A JPEG whose size stands behind these segments. */
function jpegWith(...segments: Buffer[]): Buffer {
  const jpeg = picturesOf(300, 200)['image/jpeg'] ?? Buffer.alloc(0);
  // Behind the marker of the start and the JFIF segment.
  return Buffer.concat([jpeg.subarray(0, 20), ...segments, jpeg.subarray(20)]);
}

function avifWith(brands: string, ...properties: Buffer[]): Buffer {
  const meta = box('meta', bytes('\0\0\0\0'), box('iprp', box('ipco', ...properties)));
  return Buffer.concat([box('ftyp', brands), meta]);
}
const extent = (width: number, height: number) => {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  return box('ispe', size);
};

describe('the size of a picture', () => {
  it('is read of every kind that is served', () => {
    for (const [type, head] of Object.entries(picturesOf(300, 200))) {
      expect(pictureSize(head, type), type).toEqual({ width: 300, height: 200 });
    }
  });

  it('is read of all three kinds of WebP', () => {
    // 16383 × 16383 in 36 bytes.
    const chunk = (name: string, content: number[]) =>
      Buffer.concat([bytes(`RIFF\x1c\0\0\0WEBP${name}\x10\0\0\0`), Buffer.from(content)]);
    const rest = [0, 0, 0, 0, 0, 0];
    const lossless = chunk('VP8L', [0x2f, 0xfe, 0xbf, 0xff, 0x0f, 0, 0, 0, 0, 0, ...rest]);
    const lossy = chunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0xff, 0x3f, 0xff, 0x3f, ...rest]);
    const extended = chunk('VP8X', [0, 0, 0, 0, 0xfe, 0x3f, 0, 0xfe, 0x3f, 0, ...rest]);
    for (const head of [lossless, lossy, extended]) {
      expect(head).toHaveLength(36);
      expect(sizeOf(head, 'webp')).toEqual({ width: 16_383, height: 16_383 });
    }
  });

  it('is read of a JPEG behind profiles and previews, and not behind more than the head', () => {
    expect(sizeOf(jpegWith(segment(60_000), segment(65_000)), 'jpeg')).toEqual({
      width: 300,
      height: 200,
    });
    const endless = Array.from({ length: 5 }, () => segment(65_000));
    expect(sizeOf(jpegWith(...endless), 'jpeg')).toBeNull();
  });

  it('is read of an AVIF with any of its brands, and is that of its largest picture', () => {
    const size = { width: 500, height: 400 };
    const brands = ['avif\0\0\0\0mif1', 'avis\0\0\0\0avif', 'miaf\0\0\0\0avif'];
    for (const brand of brands) {
      expect(sizeOf(avifWith(brand, extent(500, 400)), 'avif')).toEqual(size);
    }
    const several = avifWith('avif\0\0\0\0', extent(10, 10), extent(500, 400), extent(20, 20));
    expect(sizeOf(several, 'avif')).toEqual(size);
  });

  it('is not made small by a crop', () => {
    const crop = Buffer.alloc(32);
    crop.writeUInt32BE(19_999, 0);
    const cropped = avifWith('avif\0\0\0\0', extent(20_000, 20_000), box('clap', crop));
    expect(sizeOf(cropped, 'avif')).toEqual({ width: 20_000, height: 20_000 });
  });

  it('is none of another format than the first bytes tell', () => {
    const { 'image/png': png } = picturesOf(300, 200);
    if (!png) throw new Error('there is a PNG');
    expect(sizeOf(png, 'png')).not.toBeNull();
    for (const type of ['jpeg', 'webp', 'gif']) expect(sizeOf(png, type)).toBeNull();
    // A first box of 256 bytes looks like an icon.
    const icon = avifWith(`avif\0\0\0\0${'\0'.repeat(240)}`, extent(300, 200));
    expect(sizeOf(icon, 'avif')).toEqual({ width: 300, height: 200 });
    expect(sizeOf(bytes('<svg width="10" height="10"></svg>'), 'png')).toBeNull();
    expect(sizeOf(bytes('BM'.padEnd(40, '\x01')), 'png')).toBeNull();
  });

  it('is found or not for whatever stands in a header, and the search ends', () => {
    const kinds = Object.entries(picturesOf(300, 200));
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 8 })), { maxLength: 6 }),
        ([type, picture], changes) => {
          const head = Buffer.from(picture);
          for (const [at, change] of changes) Buffer.from(change).copy(head, at % head.length);
          const size = pictureSize(head, type);
          if (size) expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 2000 },
    );
    const boxes = Array.from({ length: 13_000 }, () => extent(10, 10));
    const hostile = [
      avifWith('avif\0\0\0\0', ...boxes),
      Buffer.concat([box('ftyp', 'avif\0\0\0\0'), Buffer.alloc(PICTURE_HEAD)]),
      Buffer.concat([bytes('\xff\xd8\xff\xe0'), Buffer.alloc(PICTURE_HEAD)]),
      jpegWith(...Array.from({ length: 80_000 }, () => segment(0))),
    ];
    for (const head of hostile) {
      const type = head[0] === 0xff ? 'jpeg' : 'avif';
      expect(sizeOf(head, type)).toBeNull();
    }
  });
});
