'use client';

import { type Ref, useState } from 'react';
import { DateInput } from '@/components/ui/date-input';
import type { FieldAria } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { UI } from '@/components/ui/texts';
import { isDay, isMoment } from '@/components/ui/typed-day';
import { minuteOf, momentOf } from '@/lib/contract/times';

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
  /** A moment; null; or what was typed and is no day. */
  value: string | null;
  zone: string;
  /** The first day that can be picked. */
  min?: string;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  onChange: (value: string | null) => void;
}) {
  const minute = isMoment(value) ? minuteOf(value, zone) : null;
  // Chosen before there is a day.
  const [chosenTime, setChosenTime] = useState('');
  const day = minute?.slice(0, 10) ?? value ?? '';
  const time = minute?.slice(11) ?? chosenTime;
  return (
    <div className="flex max-w-md gap-2">
      <DateInput
        {...rest}
        className="min-w-0 flex-1"
        value={day}
        min={min}
        onChange={(next) =>
          onChange(isDay(next) ? momentOf(`${next}T${time || '00:00'}`, zone) : next || null)
        }
      />
      <Input
        type="time"
        aria-label={UI.timeOfDay(label)}
        className="w-32!"
        value={time}
        onBlur={rest.onBlur}
        onChange={({ target }) => {
          if (target.value === '') return;
          setChosenTime(target.value);
          if (minute) onChange(momentOf(`${day}T${target.value}`, zone));
        }}
      />
    </div>
  );
}
