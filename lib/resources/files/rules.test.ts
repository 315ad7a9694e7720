import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attachment,
  imageType,
  MAX_PART_SIZE,
  partProblems,
  rangeOf,
  readableSize,
} from '@/lib/resources/files/rules';
import { PICTURES } from '@/testing/files';

describe('a size', () => {
  it('is told as a person reads it', () => {
    expect(readableSize(0)).toBe('0 B');
    expect(readableSize(1023)).toBe('1023 B');
    expect(readableSize(1024)).toBe('1 KB');
    expect(readableSize(1_258_291)).toBe('1.2 MB');
    expect(readableSize(1024 ** 2 - 1)).toBe('1 MB');
    expect(readableSize(5 * 1024 ** 4)).toBe('5 TB');
  });

  it('is right to a twentieth of its unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), (bytes) => {
        const [number, unit] = readableSize(bytes).split(' ');
        const factor = 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit ?? '');
        expect(Math.abs(Number(number) - bytes / factor)).toBeLessThanOrEqual(0.0501);
        expect(Number(number)).toBeLessThan(1024);
      }),
    );
  });
});

describe('the parts of a file', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: MAX_PART_SIZE }), {
    minLength: 1,
    maxLength: 20,
  });
  const partsOf = (sizes: number[]) =>
    sizes.map((length, index) => {
      const chunk_start = sizes.slice(0, index).reduce((sum, each) => sum + each, 0);
      return { number: index + 1, chunk_start, chunk_end: chunk_start + length };
    });
  const total = (sizes: number[]) => sizes.reduce((sum, each) => sum + each, 0);

  it('cover it, in whatever order they are listed', () => {
    fc.assert(
      fc.property(lengths, fc.nat(), (sizes, turn) => {
        const parts = partsOf(sizes);
        parts.push(...parts.splice(0, turn % parts.length));
        expect(partProblems(total(sizes), parts)).toEqual([]);
      }),
    );
  });

  it('cover nothing else: every number that is another one is told', () => {
    const field = fc.constantFrom('number', 'chunk_start', 'chunk_end');
    fc.assert(
      fc.property(lengths, fc.nat(), field, fc.constantFrom(-1, 1), (sizes, at, name, by) => {
        const parts = partsOf(sizes);
        const part = parts[at % parts.length];
        if (part) part[name as 'number'] += by;
        expect(partProblems(total(sizes), parts)).not.toEqual([]);
      }),
    );
  });
});

describe('the kind of a picture', () => {
  it('is told by its bytes', () => {
    for (const [type, bytes] of Object.entries(PICTURES)) {
      expect(imageType(bytes)).toBe(type);
      expect(imageType(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3))).toBe(type);
    }
  });

  it('is none for anything else, however short', () => {
    const heic = '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic';
    for (const text of ['', 'G', 'GIF88a', 'RIFF\0\0\0\0WAVE', '<svg/>', 'xxxxftyp', heic]) {
      expect(imageType(Buffer.from(text, 'latin1'))).toBeNull();
    }
    fc.assert(
      fc.property(fc.uint8Array({ max: 0x30, maxLength: 300 }), (bytes) => {
        expect(imageType(bytes)).toBeNull();
      }),
    );
  });
});

describe('a range', () => {
  it.each([
    [null, null],
    ['', null],
    ['bytes=0-9', { start: 0, end: 10 }],
    ['bytes=10-', { start: 10, end: 100 }],
    ['bytes=90-500', { start: 90, end: 100 }],
    ['bytes=-30', { start: 70, end: 100 }],
    ['bytes=-300', { start: 0, end: 100 }],
    ['bytes=100-', undefined],
    ['bytes=-0', undefined],
    ['bytes=9-8', null],
    ['bytes=0-1,5-6', null],
    ['lines=0-9', null],
    ['bytes=-', null],
  ])('%s of 100 bytes', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });

  it('lies within the file', () => {
    const number = fc.oneof(fc.constant(''), fc.nat({ max: 300 }).map(String));
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 200 }), (first, last, size) => {
        const range = rangeOf(`bytes=${first}-${last}`, size);
        if (!range) return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThanOrEqual(size);
        expect(range.start).toBeLessThan(range.end);
      }),
    );
  });
});

describe('a saved name', () => {
  it('is in both spellings, and leads nowhere', () => {
    expect(attachment('Setup 1.2 "beta".zip')).toBe(
      'attachment; filename="Setup 1.2 _beta_.zip"; ' +
        "filename*=UTF-8''Setup%201.2%20%22beta%22.zip",
    );
    expect(attachment("Größe (1)'*.pdf")).toBe(
      `attachment; filename="Gr__e (1)'*.pdf"; ` +
        "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27%2A.pdf",
    );
    expect(attachment('../a\\b\r\nSet-Cookie: x')).toBe(
      'attachment; filename=".._a_b__Set-Cookie: x"; ' +
        "filename*=UTF-8''.._a_b__Set-Cookie%3A%20x",
    );
  });

  it('is always a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(attachment(name)).toMatch(
          /^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w.~!%-]*$/,
        );
      }),
    );
  });
});
