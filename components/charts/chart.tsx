'use client';

import { ParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { type ChartData, type Series, seriesOf } from '@/components/charts/chart-data';
import { classes } from '@/components/ui/classes';

const MARGIN = { top: 8, right: 0, bottom: 24, left: 52 };
/** The least distance of labels below the chart, in pixels. */
const TICK_WIDTH = 64;
/** About half the width of such a label, which stays within the chart. */
const HALF_TICK = 20;
/** Between the bars of two series, so that they are told apart without their colors, in pixels. */
const GAP = 2;
/** Of the fill of the interval that is not over yet, whose outline is dashed. */
const RUNNING_OPACITY = 0.25;
/** From the pointer, or from the point that the keys have gone to, in pixels. */
const TOOLTIP_DISTANCE = 8;
/** How much of its largest value a line has to use for its axis to begin at zero. */
const LEAST_USE = 1 / 6;

export interface ChartProps {
  title: string;
  data: ChartData;
  /** In pixels. */
  height: number;
}

/** Where a pointer is inside the chart, in pixels. */
interface Place {
  x: number;
  y: number;
}

/** The interval that is read, and where the pointer reads it; the arrow keys have no place. */
interface Reading {
  at: number;
  pointer?: Place;
}

interface DrawingProps extends ChartProps {
  width: number;
  reading: Reading | null;
  onRead: (reading: Reading) => void;
}

/** Bars or lines over time. It is a slider over its intervals for keyboards and screen readers. */
export default function Chart(props: ChartProps) {
  const { title, data, height } = props;
  const [reading, setReading] = useState<Reading | null>(null);
  const at = reading?.at ?? null;
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
      className="relative touch-pan-y outline-offset-4"
      style={{ height }}
      onKeyDown={(event: KeyboardEvent) => {
        const next = moves[event.key];
        if (next === undefined) return;
        event.preventDefault();
        setReading({ at: next });
      }}
      onBlur={() => setReading(null)}
      onPointerLeave={() => setReading(null)}
    >
      <ParentSize debounceTime={0}>
        {({ width }) =>
          width > 0 && <Drawing {...props} width={width} reading={reading} onRead={setReading} />
        }
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

function Drawing({ data, height, width, reading, onRead }: DrawingProps) {
  const { points, kind, series, previous, running } = data;
  const at = reading?.at ?? null;
  const id = useId();
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const bottom = height - MARGIN.bottom;
  const x = scaleBand({
    domain: points.map((_, index) => index),
    range: [left, right],
    padding: points.length > 60 ? 0.15 : 0.3,
  });
  const y = scaleLinear({ domain: domainOf(data), range: [bottom, MARGIN.top] });
  // Counts have no halves.
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.ceil((points.length * TICK_WIDTH) / (right - left));
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const pathOf = ({ values }: Series) => ({
    data: [...values.entries()],
    defined: ([, value]: [number, number | null]) => value !== null,
    x: ([index]: [number, number | null]) => middle(index),
    y: ([, value]: [number, number | null]) => y(value ?? 0),
    strokeLinejoin: 'round' as const,
  });
  const read = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - box.left - left) / (right - left)) * points.length);
    onRead({
      at: Math.max(0, Math.min(points.length - 1, index)),
      pointer: { x: clientX - box.left, y: clientY - box.top },
    });
  };
  const highest = (index: number) =>
    kind === 'bars'
      ? sumAt(series, index)
      : Math.max(...series.map(({ values }) => values[index] ?? 0));
  return (
    <>
      <svg
        aria-hidden
        width={width}
        height={height}
        className="block overflow-visible"
        onPointerMove={read}
        onPointerDown={read}
      >
        <Hatch id={id} isBad={series[1]?.isBad} />
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
          previous?.values.map((value, index) => {
            if (!value) return null;
            return (
              <Bar
                // biome-ignore lint/suspicious/noArrayIndexKey: intervals are known by their place
                key={index}
                x={middle(index) - x.step() / 2 + 1}
                width={Math.max(1, x.step() - 2)}
                y={Math.min(y(0), y(value)) + 0.5}
                height={Math.max(1, Math.abs(y(0) - y(value)) - 0.5)}
                className="fill-ghost stroke-ghost-line"
              />
            );
          })}
        {kind === 'bars' &&
          series.map(({ name, values, isBad }, place) =>
            values.map((value, index) => {
              if (!value) return null;
              const below = sumAt(series.slice(0, place), index);
              const [from, to] = [y(below), y(below + value)];
              const box = {
                x: x(index) ?? 0,
                width: x.bandwidth(),
                y: Math.min(from, to),
                height: Math.max(1, Math.abs(from - to) - (below === 0 ? 0 : GAP)),
              };
              const isRunning = index === running;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: intervals are known by their place
                <g key={`${name} ${index}`}>
                  <Bar {...box} className="fill-background" />
                  <Bar
                    {...box}
                    {...(place > 0 ? { fill: `url(#${id}-series)` } : {})}
                    {...(isRunning ? { fillOpacity: RUNNING_OPACITY, strokeDasharray: '3 2' } : {})}
                    className={classes(
                      place === 0 && 'fill-primary',
                      (place > 0 || isRunning) && strokeOf(isBad),
                    )}
                  />
                </g>
              );
            }),
          )}
        {kind === 'lines' &&
          series.map((line, place) => (
            <LinePath
              key={line.name}
              {...pathOf(line)}
              className="stroke-primary"
              strokeWidth={2}
              {...(place > 0 ? { strokeDasharray: '2 3' } : {})}
            />
          ))}
        {kind === 'lines' && previous && (
          <LinePath
            {...pathOf(previous)}
            className="stroke-muted"
            strokeWidth={1.25}
            strokeDasharray="4 3"
          />
        )}
        {at !== null &&
          kind === 'lines' &&
          series.map(({ name, values }) => (
            <circle
              key={name}
              cx={middle(at)}
              cy={y(values[at] ?? 0)}
              r={4}
              className="fill-primary"
            />
          ))}
      </svg>
      {at !== null && (
        <Tooltip
          data={data}
          at={at}
          place={reading?.pointer ?? { x: middle(at), y: y(highest(at)) }}
          width={width}
          height={height}
        />
      )}
    </>
  );
}

function strokeOf(isBad: boolean | undefined): string {
  return isBad ? 'stroke-bad' : 'stroke-primary';
}

/** The hatch of a second series. */
function Hatch({ id, isBad = false }: { id: string; isBad: boolean | undefined }) {
  return (
    <defs>
      <pattern
        id={`${id}-series`}
        width={5}
        height={5}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line y2={5} strokeWidth={4} className={strokeOf(isBad)} />
      </pattern>
    </defs>
  );
}

/** The values of an interval, beside the place where it is read and within the chart. */
function Tooltip({
  data,
  at,
  place,
  width,
  height,
}: {
  data: ChartData;
  at: number;
  place: Place;
  width: number;
  height: number;
}) {
  // Towards the middle of the chart, whose edges would cut it off.
  const [isRight, isLow] = [place.x > width / 2, place.y > height / 2];
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-popover border border-line bg-surface px-3 py-2 text-xs whitespace-nowrap shadow-popover"
      style={{
        ...(isLow
          ? { bottom: height - place.y + TOOLTIP_DISTANCE }
          : { top: place.y + TOOLTIP_DISTANCE }),
        ...(isRight
          ? { right: width - place.x + TOOLTIP_DISTANCE }
          : { left: place.x + TOOLTIP_DISTANCE }),
      }}
    >
      <p className="text-muted">{data.points[at]?.title}</p>
      {seriesOf(data).map(({ name, values: { [at]: value } }) => (
        <p key={name} className="flex justify-between gap-4">
          {name}
          <span className="font-medium">
            {typeof value === 'number' ? data.format(value) : '—'}
          </span>
        </p>
      ))}
    </div>
  );
}

/**
 * The values at the ends of the axis. Bars begin at zero; lines do unless they would use less than a sixth of the
 * plot. A small refund takes the room that it needs below zero, not all of the next line's.
 */
export function domainOf({ points, kind, series, previous }: ChartData): [number, number] {
  const sums =
    kind === 'bars' ? points.map((_, index) => sumAt(series, index)) : series.flatMap(valuesOf);
  const all = [...sums, ...(previous ? valuesOf(previous) : [])];
  const [lowest, highest] = [Math.min(...all), Math.max(...all, 1)];
  const usesLittle = kind === 'lines' && lowest > 0 && highest - lowest < highest * LEAST_USE;
  const start = usesLittle ? lowest : Math.min(0, lowest);
  const [from = 0, to = 1] = scaleLinear({ domain: [start, highest], nice: 4 }).domain();
  return [usesLittle ? from : start, to];
}

function sumAt(series: ChartData['series'], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

function valuesOf({ values }: Series): number[] {
  return values.filter((value) => value !== null);
}
