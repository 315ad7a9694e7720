'use client';

import { useWatch } from 'react-hook-form';
import { CountryField } from '@/components/form/country-field';
import { SelectField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { BillingValues } from '@/components/purchase/billing-values';
import { BILLING } from '@/components/purchase/texts';
import { postalCodeName, stateName, statesOf } from '@/components/ui/countries';

/** Address and tax id of a customer. */
export function BillingFields({
  form,
  optional = true,
}: {
  form: ContractForm<BillingValues>;
  /** None is needed; `unmarked` where the form says so once. */
  optional?: true | 'unmarked';
}) {
  const { country, state } = useWatch({ control: form.control, name: 'billing_address' });
  const states = statesOf(country ?? '');
  // A checkout takes any state; one that is not in the list stays choosable.
  const isListed = !state || states?.some(({ value }) => value === state);
  const region = { form, name: 'billing_address.state', optional } as const;
  return (
    <>
      <CountryField
        form={form}
        name="billing_address.country"
        label={BILLING.country}
        optional={optional}
        emptyLabel={BILLING.noCountry}
        onPick={() => form.setValue('billing_address.state', null)}
      />
      <TextField
        form={form}
        name="billing_address.line1"
        label={BILLING.line1}
        autoComplete="off"
        optional={optional}
      />
      <TextField
        form={form}
        name="billing_address.line2"
        label={BILLING.line2}
        autoComplete="off"
        optional={optional}
      />
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <TextField
          form={form}
          name="billing_address.city"
          label={BILLING.city}
          autoComplete="off"
          optional={optional}
        />
        {states ? (
          <SelectField
            {...region}
            label={stateName(country ?? '')}
            emptyLabel={BILLING.noRegion}
            options={isListed ? states : [{ value: state, label: state }, ...states]}
          />
        ) : (
          <TextField {...region} label={BILLING.region} autoComplete="off" />
        )}
        <TextField
          form={form}
          name="billing_address.postal_code"
          label={postalCodeName(country ?? '')}
          autoComplete="off"
          optional={optional}
        />
      </div>
      <TextField
        form={form}
        name="tax_id"
        label={BILLING.taxId}
        autoComplete="off"
        optional={optional}
        help={BILLING.taxIdHelp}
      />
    </>
  );
}
