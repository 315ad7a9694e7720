// What the pictures of the demo's products show: one bold sign each, so that it can be told at 24 pixels.

export type Color = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

/** A figure in units of a quarter of the picture's height, from its middle, y downwards. */
export interface Shape {
  color: Color;
  /** From a point to the edge, negative inside. */
  distance: (point: Point) => number;
}

type Figure = Shape['distance'];

const circle =
  (cx: number, cy: number, radius: number): Figure =>
  ([x, y]) =>
    Math.hypot(x - cx, y - cy) - radius;

/** A box by its middle and half its sides, with round corners. */
const box =
  (cx: number, cy: number, halfWidth: number, halfHeight: number, round = 0): Figure =>
  ([x, y]) => {
    const dx = Math.abs(x - cx) - halfWidth + round;
    const dy = Math.abs(y - cy) - halfHeight + round;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round;
  };

/** A stroke through points, with round ends. */
const stroke = (width: number, ...points: readonly Point[]): Figure => {
  const parts = points.slice(1).map((to, index) => [points[index] as Point, to] as const);
  return (point) => Math.min(...parts.map(([from, to]) => toSegment(point, from, to))) - width / 2;
};

function toSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(x - ax - dx * along, y - ay - dy * along);
}

const all =
  (...figures: readonly Figure[]): Figure =>
  (point) =>
    Math.min(...figures.map((figure) => figure(point)));

/** Where both are. */
const both =
  (one: Figure, other: Figure): Figure =>
  (point) =>
    Math.max(one(point), other(point));

const without =
  (figure: Figure, hole: Figure): Figure =>
  (point) =>
    Math.max(figure(point), -hole(point));

/** A figure turned clockwise around the middle, and then moved. */
const placed =
  (figure: Figure, { degrees = 0, x: dx = 0, y: dy = 0, scale = 1 }): Figure =>
  ([x, y]) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const [px, py] = [(x - dx) / scale, (y - dy) / scale];
    return figure([px * cos + py * sin, py * cos - px * sin]) * scale;
  };

/** An upright feather with the shaft cut out of its vane. */
const FEATHER = all(
  without(both(circle(-1.05, -0.25, 1.5), circle(1.05, -0.25, 1.5)), box(0, 0.3, 0.06, 0.75)),
  stroke(0.13, [0, 0.5], [0, 1.45]),
);

const heart = (size: number): Figure =>
  placed(all(circle(-0.5, 0, 0.5), circle(0, -0.5, 0.5), box(0, 0, 0.5, 0.5)), {
    degrees: 45,
    scale: size,
    y: 0.1,
  });

const BOOK = all(
  placed(box(-0.7, 0, 0.66, 1, 0.08), { degrees: -7 }),
  placed(box(0.7, 0, 0.66, 1, 0.08), { degrees: 7 }),
);

const DOTS = all(
  ...[-1, 0, 1].flatMap((row) =>
    [-1, 0, 1].map((column) => circle(column * 0.95, row * 0.95, 0.3 + 0.075 * (row + column))),
  ),
);

/** The figures of each emblem: of the first color, the second, and so on. */
export const EMBLEMS = {
  feather: [placed(FEATHER, { degrees: 35, x: 0.05, y: -0.05, scale: 1.1 })],
  featherPlus: [
    placed(FEATHER, { degrees: 35, x: -0.25, y: 0.2, scale: 1 }),
    stroke(0.28, [0.95, -1.25], [0.95, -0.55]),
    stroke(0.28, [0.6, -0.9], [1.3, -0.9]),
  ],
  feathers: [
    placed(FEATHER, { degrees: -38, x: -0.45, scale: 0.86 }),
    placed(FEATHER, { degrees: 38, x: 0.45, scale: 0.86 }),
    placed(FEATHER, { y: -0.1, scale: 0.98 }),
  ],
  dots: [DOTS],
  book: [
    BOOK,
    all(
      ...[-0.45, 0, 0.45].flatMap((y) => [
        stroke(0.14, [-1.05, y - 0.07], [-0.42, y]),
        stroke(0.14, [0.42, y], [1.05, y - 0.07]),
      ]),
    ),
  ],
  card: [box(0, 0, 1.5, 0.98, 0.18), box(0, -0.42, 1.5, 0.2), circle(-0.95, 0.5, 0.22)],
  envelope: [box(0, 0, 1.5, 1.02, 0.14), stroke(0.2, [-1.35, -0.85], [0, 0.2], [1.35, -0.85])],
  heart: [heart(1.25)],
  code: [
    stroke(0.36, [-0.75, -0.8], [-1.5, 0], [-0.75, 0.8]),
    stroke(0.36, [0.75, -0.8], [1.5, 0], [0.75, 0.8]),
    stroke(0.36, [0.3, -1], [-0.3, 1]),
  ],
  check: [
    all(stroke(0.24, [-1.4, -1], [1.4, -1]), stroke(0.24, [-1.4, -0.3], [0.6, -0.3])),
    stroke(0.4, [-1.1, 0.65], [-0.4, 1.3], [1.2, -0.15]),
  ],
} as const satisfies Record<string, readonly Figure[]>;

/** An emblem in colors: of its figures in order, the last one for all that are left. */
export function emblem(name: keyof typeof EMBLEMS, colors: readonly Color[]): Shape[] {
  return EMBLEMS[name].map((distance, index) => ({
    distance,
    color: colors[Math.min(index, colors.length - 1)] ?? [0, 0, 0],
  }));
}
