import { deflateSync } from 'node:zlib';
import type { Color, Shape } from '@/demo/emblems';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const [WIDTH, HEIGHT] = [480, 300];
/** Pixels for one unit of a shape. */
const UNIT = HEIGHT / 4;

/**
 * A PNG of 480 × 300: shapes on a plain ground, the later ones above. They stand in the middle, so that a
 * square cut out of it shows them whole.
 */
export function coverPicture(ground: Color, shapes: readonly Shape[]): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; ) {
      const point = [(x + 0.5 - WIDTH / 2) / UNIT, (y + 0.5 - HEIGHT / 2) / UNIT] as const;
      const { color, run } = colorAt(point, ground, shapes);
      for (const end = Math.min(x + run, WIDTH); x < end; x += 1) {
        rows.set(color, y * (1 + WIDTH * 3) + 1 + x * 3);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The color of a pixel, mixed where the edge of a shape goes through it, and the number of pixels from there
 * on that no edge can reach.
 */
function colorAt(point: readonly [number, number], ground: Color, shapes: readonly Shape[]) {
  let color = ground;
  let run = WIDTH;
  for (const shape of shapes) {
    const pixels = shape.distance(point) * UNIT;
    const share = Math.min(Math.max(0.5 - pixels, 0), 1);
    color = mixed(color, shape.color, share);
    run = Math.min(run, Math.floor(Math.abs(pixels) - 0.5));
  }
  return { color, run: Math.max(run, 1) };
}

function mixed(below: Color, above: Color, share: number): Color {
  const mix = (index: 0 | 1 | 2) =>
    Math.round(below[index] + (above[index] - below[index]) * share);
  return [mix(0), mix(1), mix(2)];
}
