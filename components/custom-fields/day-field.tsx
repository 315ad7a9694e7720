'use client';

import type { CustomFieldValues } from '@/components/custom-fields/custom-field-values';
import { textOf } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { UI } from '@/components/ui/texts';
import { isDay } from '@/components/ui/typed-day';

/** A day, held in seconds since 1970 at its start (UTC). Empty it is null. */
export function DayField({
  form,
  name,
  label,
}: {
  form: ContractForm<CustomFieldValues>;
  name: 'properties.ge' | 'properties.le';
  label: string;
}) {
  const { field, error } = useField(form, name, { label });
  const { value } = field;
  return (
    <Field label={label} optional error={error && typeof value === 'string' ? UI.noDate : error}>
      {(aria) => (
        <DateInput
          {...aria}
          ref={field.ref}
          name={name}
          value={
            typeof value === 'number'
              ? new Date(value * 1000).toISOString().slice(0, 10)
              : textOf(value)
          }
          onBlur={field.onBlur}
          onChange={(day) =>
            field.onChange(isDay(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : day || null)
          }
        />
      )}
    </Field>
  );
}
