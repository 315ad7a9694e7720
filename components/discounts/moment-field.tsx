'use client';

import type { FieldPath } from 'react-hook-form';
import type { DiscountValues } from '@/components/discounts/discount-values';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatDateTime, useTimeZone } from '@/components/ui/time';
import { minuteOf, momentOf } from '@/lib/contract/times';

/** A day and time in the organization's zone. Empty is sent as `null`. */
export function MomentField({
  form,
  name,
  label,
}: {
  form: ContractForm<DiscountValues>;
  name: FieldPath<DiscountValues>;
  label: string;
}) {
  const zone = useTimeZone();
  const { field, error } = useField(form, name, {
    label,
    show: (value) => (value ? formatDateTime(String(value), zone) : null),
  });
  const value: string | null = field.value;
  return (
    <Field label={label} optional error={error} help={`Time in ${zone.replaceAll('_', ' ')}.`}>
      {(aria) => (
        <Input
          {...aria}
          ref={field.ref}
          name={name}
          type="datetime-local"
          value={value === null ? '' : minuteOf(value, zone)}
          onBlur={field.onBlur}
          onChange={({ target }) =>
            field.onChange(target.value === '' ? null : momentOf(target.value, zone))
          }
        />
      )}
    </Field>
  );
}
