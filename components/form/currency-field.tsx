'use client';

import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '@/components/form/fields';
import { useField } from '@/components/form/use-field';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { CURRENCIES } from '@/lib/contract/currencies';

/** A currency, by its code. */
export function CurrencyField<V extends FieldValues>({
  form,
  name,
  label,
  help,
  empty,
}: FieldProps<V> & {
  /** What stands for no value. */
  empty?: string;
}) {
  const { field, error } = useField(form, name, { label });
  return (
    <Field label={label} help={help} error={error}>
      {(aria) => (
        <Select {...aria} {...field} value={field.value ?? empty} className="w-28">
          {CURRENCIES.map((currency) => (
            <option key={currency} value={currency}>
              {currency.toUpperCase()}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
