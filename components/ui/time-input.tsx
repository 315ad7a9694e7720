'use client';

import { type ComponentProps, useState } from 'react';
import { Input } from '@/components/ui/input';
import { isTime, parseTime, timeText } from '@/components/ui/typed-time';

interface TimeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** A time of day, `21:30`; empty; or what was typed and is none. */
  value: string;
  /** Given the time of day that was typed; while the text is none, the text itself. */
  onChange: (value: string) => void;
}

/** A time of day that is typed as times are written (`parseTime`), and shown in words once the control is left. */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isValid = isTime(value);
  return (
    <Input
      autoComplete="off"
      placeholder="HH:MM AM"
      {...rest}
      aria-invalid={(typed === null && value !== '' && !isValid) || rest['aria-invalid']}
      value={typed ?? (isValid ? timeText(value) : value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseTime(target.value) ?? target.value.trim());
      }}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
      }}
    />
  );
}
