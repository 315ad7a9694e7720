'use client';

import type { FieldPath, FieldValues } from 'react-hook-form';
import { allCountries } from '@/components/checkout/countries';
import { SelectField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';

/** What a seller knows of the buyer beforehand: name, e-mail, billing address, tax id. */
export function BuyerFields<V extends FieldValues>({
  form,
  isLinked,
}: {
  form: ContractForm<V>;
  /** The e-mail address is the customer's own. */
  isLinked: boolean;
}) {
  const at = (name: string) => name as FieldPath<V>;
  const line = (name: string, label: string) => (
    <TextField form={form} name={at(`customer_billing_address.${name}`)} label={label} optional />
  );
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="sr-only">Buyer</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {!isLinked && (
          <TextField form={form} name={at('customer_email')} label="E-mail" optional type="email" />
        )}
        <TextField form={form} name={at('customer_name')} label="Name" optional />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name={at('customer_billing_address.country')}
          label="Country"
          optional
          emptyLabel="Asked at checkout"
          options={allCountries()}
        />
        {line('state', 'State or region')}
        {line('line1', 'Address')}
        {line('line2', 'Address, second line')}
        {line('postal_code', 'Postal code')}
        {line('city', 'City')}
      </div>
      <TextField
        form={form}
        name={at('customer_tax_id')}
        label="Tax id"
        optional
        help="Needs a country."
      />
    </fieldset>
  );
}
