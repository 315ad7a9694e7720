'use client';

import { Calendar as CalendarIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Input } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { UI } from '@/components/ui/texts';
import { useNow, useTimeZone } from '@/components/ui/time';
import { dayText, isDay, parseDay } from '@/components/ui/typed-day';
import { dayOf } from '@/lib/contract/times';

const Calendar = dynamic(
  () => import('@/components/ui/calendar').then(({ Calendar }) => Calendar),
  // As tall as the calendar, so that the panel opens on the side where it fits.
  { ssr: false, loading: () => <div className="h-72 w-63 coarse:h-90 coarse:w-77" /> },
);

interface DateInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** A day, `2030-05-03`; empty; or what was typed and is no day. */
  value: string;
  /** The first and the last day that can be picked. */
  min?: string | undefined;
  max?: string | undefined;
  /**
   * Given the day that was typed or picked; while the text is none, the text itself, so that the form's validation
   * tells of it and nothing that was typed is lost.
   */
  onChange: (value: string) => void;
}

/**
 * A day that is typed as dates are written (`parseDay`) or picked from a calendar, which the button or an arrow key
 * opens and which is loaded then.
 */
export function DateInput({ value, min, max, onChange, className, ...rest }: DateInputProps) {
  const zone = useTimeZone();
  const today = dayOf(new Date(useNow()).toISOString(), zone);
  const [isOpen, setOpen] = useState(false);
  // What is being typed; a day is shown in words once the control is left.
  const [typed, setTyped] = useState<string | null>(null);
  const isValid = isDay(value);

  function openByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <div className={classes('relative', className)}>
      <Input
        autoComplete="off"
        placeholder={UI.datePlaceholder}
        {...rest}
        className="pr-9 coarse:pr-12"
        value={typed ?? (isValid ? dayText(value) : value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(parseDay(target.value) ?? target.value.trim());
        }}
        onKeyDown={openByKey}
        onBlur={(event) => {
          setTyped(null);
          rest.onBlur?.(event);
        }}
      />
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        label={UI.chooseDate}
        align="end"
        width="content"
        trigger={
          <IconButton
            label={UI.chooseDate}
            icon={CalendarIcon}
            className="absolute top-0 right-0"
          />
        }
      >
        <Calendar
          selected={isValid ? value : undefined}
          today={today}
          min={min}
          max={max}
          onPick={(day) => {
            setTyped(null);
            onChange(day);
            setOpen(false);
          }}
        />
      </Popover>
    </div>
  );
}
