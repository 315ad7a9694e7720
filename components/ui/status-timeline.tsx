import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Tone } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { Time } from '@/components/ui/time';

/** One step of a life cycle. */
export interface Step {
  label: string;
  /** When it was reached, or will be. */
  at?: string | null;
  state: 'past' | 'present' | 'future';
  /** Happens instead of the step before it; nothing but further alternatives comes after it. */
  isAlternative?: boolean;
  /** Colors the present step. */
  tone?: Tone;
}

const RINGS: Record<Tone, string> = {
  ok: 'border-ok text-ok',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
  info: 'border-info text-info',
  idle: 'border-idle text-idle',
};

/** The life cycle of an object: past steps filled, the present one ringed, future ones hollow. */
export function StatusTimeline({
  steps,
  label = 'Life cycle',
}: {
  steps: readonly Step[];
  label?: string;
}) {
  return (
    <ol
      aria-label={label}
      className="flex flex-col gap-y-3 sm:grid sm:auto-cols-[minmax(0,14rem)] sm:justify-start"
    >
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'present' ? 'step' : undefined}
          style={placeOf(steps, index)}
          className={classes(
            'relative flex min-w-0 gap-2 sm:[grid-area:var(--place)] sm:pr-4',
            !step.isAlternative && !steps[index + 1]?.isAlternative && 'sm:flex-col',
          )}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={classes('absolute', connectorTo(steps[index + 1] as Step))}
            />
          )}
          <Dot step={step} />
          <span className="flex min-w-0 flex-col">
            <span className={step.state === 'future' ? 'text-muted' : 'font-medium'}>
              {step.isAlternative && <span className="font-normal text-muted">or </span>}
              <span className={step.isAlternative ? 'lowercase' : undefined}>{step.label}</span>
              <span className="sr-only">
                {step.state === 'past' ? ', done' : step.state === 'future' ? ', to come' : ', now'}
              </span>
            </span>
            {step.at !== undefined && (
              <span className="text-xs text-muted">
                <Time value={step.at} show="datetime" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** From 640 px on the steps are columns; the alternatives of a step are below it. */
function placeOf(steps: readonly Step[], index: number): CSSProperties {
  const before = steps.slice(0, index + 1);
  const column = before.filter(({ isAlternative }) => !isAlternative).length;
  const row = index - before.findLastIndex(({ isAlternative }) => !isAlternative) + 1;
  const rows = 1 + steps.filter(({ isAlternative }) => isAlternative).length;
  const hasAlternative = row > 1 || steps[index + 1]?.isAlternative;
  const end = hasAlternative ? row + 1 : rows + 1;
  return { '--place': `${row} / ${column} / ${end}` } as CSSProperties;
}

function connectorTo({ state, isAlternative }: Step): string {
  if (isAlternative) return 'top-5 -bottom-2 left-2 border-l border-dotted border-control';
  return classes(
    'max-sm:top-5 max-sm:-bottom-2 max-sm:left-2 max-sm:border-l sm:top-2 sm:right-1 sm:left-5 sm:border-t',
    state === 'future' ? 'border-dashed border-control' : 'border-ink',
  );
}

function Dot({ step: { state, tone = 'ok' } }: { step: Step }) {
  if (state === 'past') {
    return (
      <span className="relative flex size-4 shrink-0 items-center justify-center rounded-full bg-ink text-background">
        <Check aria-hidden className="size-3" strokeWidth={3} />
      </span>
    );
  }
  if (state === 'future') {
    return (
      <span className="relative size-4 shrink-0 rounded-full border border-control bg-background" />
    );
  }
  return (
    <span
      className={classes(
        'relative flex size-4 shrink-0 items-center justify-center rounded-full border-2 bg-background',
        RINGS[tone],
      )}
    >
      <span className="size-1.5 rounded-full bg-current" />
    </span>
  );
}
