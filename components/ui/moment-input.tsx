'use client';

import { type Ref, useState } from 'react';
import { DateInput } from '@/components/ui/date-input';
import type { FieldAria } from '@/components/ui/field';
import { UI } from '@/components/ui/texts';
import { TimeInput } from '@/components/ui/time-input';
import { isDay, isMoment } from '@/components/ui/typed-day';
import { isTime } from '@/components/ui/typed-time';
import { minuteOf, momentOf } from '@/lib/contract/times';

/** What the two controls hold; either may be no day or no time while it is typed. */
interface Parts {
  day: string;
  time: string;
}

/** A day and a time of day in a zone: midnight until a time is chosen. */
export function MomentInput({
  label,
  value,
  zone,
  min,
  onChange,
  ...rest
}: FieldAria & {
  /** What the moment is of. */
  label: string;
  /** A moment; null; or what was typed and is none. */
  value: string | null;
  zone: string;
  /** The first day that can be picked. */
  min?: string;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  onChange: (value: string | null) => void;
}) {
  // Kept while it is what the value was made of: a value from outside replaces it.
  const [typed, setTyped] = useState<{ parts: Parts; value: string | null } | null>(null);
  const parts = typed?.value === value ? typed.parts : partsOf(value, zone);

  function change({ day, time }: Parts) {
    const next = { day, time: time || (isDay(day) ? '00:00' : '') };
    const made = joined(next, zone);
    setTyped({ parts: next, value: made });
    onChange(made);
  }

  return (
    <div className="flex max-w-md gap-2">
      <DateInput
        {...rest}
        className="min-w-0 flex-1"
        value={parts.day}
        min={min}
        onChange={(day) => change({ ...parts, day })}
      />
      <TimeInput
        aria-label={UI.timeOfDay(label)}
        aria-describedby={rest['aria-describedby']}
        className="w-32!"
        value={parts.time}
        onBlur={rest.onBlur}
        onChange={(time) => change({ ...parts, time })}
      />
    </div>
  );
}

function partsOf(value: string | null, zone: string): Parts {
  if (!isMoment(value)) return { day: value ?? '', time: '' };
  const minute = minuteOf(value, zone);
  return { day: minute.slice(0, 10), time: minute.slice(11) };
}

function joined({ day, time }: Parts, zone: string): string | null {
  if (day === '') return null;
  return isDay(day) && isTime(time) ? momentOf(`${day}T${time}`, zone) : `${day} ${time}`.trim();
}

/** What is wrong with a value that is no moment. */
export function momentProblem(value: string): string {
  return isDay(value.slice(0, 10)) ? 'Enter a time, such as 9:30 AM.' : UI.noDate;
}
