'use client';

import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import type { KeyboardEvent, PointerEvent } from 'react';
import { type ChartData, seriesOf } from '@/components/charts/chart-data';

const MARGIN = { top: 8, right: 0, bottom: 24, left: 52 };
/** The least distance of labels below the chart, in pixels. */
const TICK_WIDTH = 64;
/** About half the width of such a label, which stays within the chart. */
const HALF_TICK = 20;
const FILLS = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3'];
const STROKES = ['stroke-chart-1', 'stroke-chart-2', 'stroke-chart-3'];

export interface ChartProps {
  title: string;
  data: ChartData;
  /** In pixels. */
  height: number;
  /** The interval that is read, by pointer or arrow keys. */
  at: number | null;
  onRead: (index: number | null) => void;
}

/**
 * Bars or lines over time. It is a slider over its intervals for keyboards and screen readers; what is read stands in
 * the legend, so nothing covers the chart.
 */
export default function Chart(props: ChartProps) {
  const { title, data, height, at, onRead } = props;
  const last = data.points.length - 1;
  const moves: Record<string, number> = {
    ArrowRight: Math.min(last, (at ?? -1) + 1),
    ArrowUp: Math.min(last, (at ?? -1) + 1),
    ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
    ArrowDown: Math.max(0, (at ?? last + 1) - 1),
    Home: 0,
    End: last,
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={wordsAt(data, at ?? last)}
      className="touch-pan-y outline-offset-4"
      style={{ height }}
      onKeyDown={(event: KeyboardEvent) => {
        const next = moves[event.key];
        if (next === undefined) return;
        event.preventDefault();
        onRead(next);
      }}
      onBlur={() => onRead(null)}
      onPointerLeave={() => onRead(null)}
    >
      <ParentSize debounceTime={0}>
        {({ width }) => width > 0 && <Drawing {...props} width={width} />}
      </ParentSize>
    </div>
  );
}

function wordsAt(data: ChartData, index: number): string {
  const values = seriesOf(data).flatMap(({ name, values: { [index]: value } }) =>
    typeof value === 'number' ? [`${name} ${data.format(value)}`] : [],
  );
  return `${data.points[index]?.title}: ${values.join(', ')}`;
}

function Drawing({ data, height, at, onRead, width }: ChartProps & { width: number }) {
  const { points, kind, series, previous } = data;
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const bottom = height - MARGIN.bottom;
  const x = scaleBand({
    domain: points.map((_, index) => index),
    range: [left, right],
    padding: points.length > 60 ? 0.15 : 0.3,
  });
  const sums = kind === 'bars' ? points.map((_, index) => sumAt(series, index)) : valuesOf(series);
  const all = [...sums, ...valuesOf(previous ? [previous] : []), 0];
  const lowest = Math.min(...all);
  const nice = scaleLinear({ domain: [lowest, Math.max(...all, 1)], nice: 4 }).domain();
  // A small refund takes the room that it needs below zero, not all of the next line's.
  const y = scaleLinear({ domain: [lowest, nice[1] ?? 1], range: [bottom, MARGIN.top] });
  // Counts have no halves.
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.ceil((points.length * TICK_WIDTH) / (right - left));
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const read = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const place = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = Math.floor((place / (right - left)) * points.length);
    onRead(Math.max(0, Math.min(points.length - 1, index)));
  };
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      className="block overflow-visible"
      onPointerMove={read}
      onPointerDown={read}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-control' : 'stroke-line'}
            shapeRendering="crispEdges"
          />
          <text
            x={left - 8}
            y={y(tick)}
            dy="0.32em"
            textAnchor="end"
            className="fill-muted text-xs"
          >
            {data.formatShort(tick)}
          </text>
        </g>
      ))}
      {points.map(
        ({ tick }, index) =>
          index % every === 0 && (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: intervals are known by their place
              key={index}
              x={Math.min(middle(index), right - HALF_TICK)}
              y={height - 6}
              textAnchor="middle"
              className="fill-muted text-xs"
            >
              {tick}
            </text>
          ),
      )}
      {at !== null && (
        <rect
          x={middle(at) - x.step() / 2}
          y={MARGIN.top}
          width={x.step()}
          height={bottom - MARGIN.top}
          className="fill-sunken"
        />
      )}
      {kind === 'bars' &&
        series.map(({ name, values }, place) =>
          values.map((value, index) => {
            if (!value) return null;
            const below = sumAt(series.slice(0, place), index);
            const [from, to] = [y(below), y(below + value)];
            return (
              <Bar
                // biome-ignore lint/suspicious/noArrayIndexKey: intervals are known by their place
                key={`${name} ${index}`}
                x={x(index) ?? 0}
                width={x.bandwidth()}
                y={Math.min(from, to)}
                height={Math.max(1, Math.abs(from - to) - (place > 0 ? 1 : 0))}
                className={FILLS[place] ?? ''}
              />
            );
          }),
        )}
      {kind === 'lines' &&
        series.map(({ name, values }, place) => (
          <LinePath
            key={name}
            data={[...values.entries()]}
            defined={([, value]) => value !== null}
            x={([index]) => middle(index)}
            y={([, value]) => y(value ?? 0)}
            className={STROKES[place] ?? ''}
            strokeWidth={2}
            strokeLinejoin="round"
          />
        ))}
      {previous && (
        <LinePath
          data={[...previous.values.entries()]}
          defined={([, value]) => value !== null}
          x={([index]) => middle(index)}
          y={([, value]) => y(value ?? 0)}
          className="stroke-muted"
          strokeWidth={1.25}
          strokeDasharray="4 3"
          strokeLinejoin="round"
        />
      )}
      {at !== null &&
        kind === 'lines' &&
        series.map(({ name, values }, place) => (
          <circle
            key={name}
            cx={middle(at)}
            cy={y(values[at] ?? 0)}
            r={4}
            className={FILLS[place] ?? ''}
          />
        ))}
    </svg>
  );
}

function sumAt(series: ChartData['series'], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

function valuesOf(series: ChartData['series']): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}
