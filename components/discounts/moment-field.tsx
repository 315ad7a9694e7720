'use client';

import type { FieldPath } from 'react-hook-form';
import type { DiscountValues } from '@/components/discounts/discount-values';
import { textOf } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Field } from '@/components/ui/field';
import { MomentInput, momentProblem } from '@/components/ui/moment-input';
import { formatDateTime, useTimeZone } from '@/components/ui/time';
import { isMoment } from '@/components/ui/typed-day';
import { zoneCity } from '@/lib/contract/time-zones';

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
    show: (value) =>
      isMoment(textOf(value)) ? formatDateTime(textOf(value), zone) : textOf(value),
  });
  const value: string | null = field.value;
  return (
    <Field
      label={label}
      optional
      error={error && value !== null && !isMoment(value) ? momentProblem(value) : error}
      help={`${zoneCity(zone)} time.`}
    >
      {(aria) => (
        <MomentInput
          label={label}
          {...aria}
          ref={field.ref}
          name={name}
          value={value}
          zone={zone}
          onBlur={field.onBlur}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}
