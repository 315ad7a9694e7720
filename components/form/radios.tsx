'use client';

import { type ReactNode, useId } from 'react';
import { classes } from '@/components/ui/classes';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';

/** A choice; `help` says what it leads to. */
export interface RadioOption<T extends string> {
  value: T;
  label: string;
  help?: ReactNode;
}

/** One of a few choices, all of them in sight: in a row, or one below the other where they are explained. */
export function Radios<T extends string>({
  label,
  value,
  options,
  error,
  onChange,
}: {
  label: ReactNode;
  value: T | null;
  options: readonly RadioOption<T>[];
  error?: string | undefined;
  onChange: (value: T) => void;
}) {
  const name = useId();
  const isExplained = options.some(({ help }) => help !== undefined);
  return (
    <fieldset className="flex flex-col" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-medium">{label}</legend>
      <div className={classes('flex', isExplained ? 'flex-col' : 'flex-wrap gap-x-6')}>
        {options.map((option) => (
          <Option
            key={option.value}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          >
            {option.label}
            {option.help && <span className="block text-xs text-muted">{option.help}</span>}
          </Option>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
