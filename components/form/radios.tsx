'use client';

import { type ReactNode, useId } from 'react';
import { Option } from '@/components/ui/input';

/** One of a few choices, all of them in sight. */
export function Radios<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: ReactNode;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex flex-col">
      <legend className="font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
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
          </Option>
        ))}
      </div>
    </fieldset>
  );
}
