'use client';

import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, textOf } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';

/** A day. Empty and optional it is sent as `null`. */
export function DateField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  aside,
  optional = false,
  ...rest
}: FieldProps<V> &
  Pick<ComponentProps<typeof DateInput>, 'min' | 'max' | 'className' | 'placeholder'>) {
  const { field, error } = useField(form, name, { label });
  return (
    <Field label={label} help={help} aside={aside} optional={optional} error={error}>
      {(aria) => (
        <DateInput
          {...rest}
          {...aria}
          ref={field.ref}
          name={name}
          value={textOf(field.value)}
          onBlur={field.onBlur}
          onChange={(day) => field.onChange(day === '' && optional ? null : day)}
        />
      )}
    </Field>
  );
}
