/** Values of one name along the intervals of a chart; null where there is none to compare with. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
  /** Of all of them. */
  total: number;
  /** It counts what failed. */
  isBad?: boolean;
}

/** What a chart draws and its table lists: one series, or two that are told apart by more than color. */
export interface ChartData {
  /** The intervals: `tick` below the chart, `title` in full. */
  points: readonly { tick: string; title: string }[];
  /** All dates in words. */
  range: string;
  /** Drawn as bars on top of each other, or as lines. */
  kind: 'bars' | 'lines';
  series: readonly Series[];
  /** The period before: bars behind the others, or a dashed line. */
  previous?: Series;
  /** The interval that is not over yet, by its place. */
  running?: number;
  /** A value in full, and short enough for the axis. */
  format: (value: number) => string;
  formatShort: (value: number) => string;
}

/** Every column of the chart's table. */
export function seriesOf({ series, previous }: ChartData): readonly Series[] {
  return previous ? [...series, previous] : series;
}
