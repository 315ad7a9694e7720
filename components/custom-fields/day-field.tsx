'use client';

import type { CustomFieldValues } from '@/components/custom-fields/custom-field-values';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

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
    <Field label={label} optional error={error}>
      {(aria) => (
        <Input
          {...aria}
          ref={field.ref}
          name={name}
          type="date"
          value={typeof value === 'number' ? new Date(value * 1000).toISOString().slice(0, 10) : ''}
          onBlur={field.onBlur}
          onChange={({ target }) =>
            field.onChange(
              target.value === '' ? null : Date.parse(`${target.value}T00:00:00Z`) / 1000,
            )
          }
        />
      )}
    </Field>
  );
}
