'use client';

import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { CurrencyField } from '@/components/form/currency-field';
import type { FieldProps } from '@/components/form/fields';
import { MoneyField } from '@/components/form/number-fields';
import { useOrganization } from '@/components/session/organization';

/**
 * An amount in the form's `currency`, in which null is the organization's default. The currency is chosen beside it while
 * it is not fixed.
 */
export function AmountField<V extends FieldValues>({
  hasFixedCurrency,
  ...field
}: FieldProps<V> & { hasFixedCurrency: boolean }) {
  const { form } = field;
  const name = 'currency' as FieldPath<V>;
  const { default_currency } = useOrganization();
  const chosen: string | null = useWatch({ control: form.control, name });
  const currency = chosen ?? default_currency;
  return (
    <div className="grid max-w-80 grid-cols-2 gap-4">
      <MoneyField key={currency} {...field} currency={currency} />
      {!hasFixedCurrency && (
        <CurrencyField form={form} name={name} label="Currency" empty={default_currency} />
      )}
    </div>
  );
}
