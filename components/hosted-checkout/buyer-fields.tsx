'use client';

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { SelectField, TextField } from '@/components/form/fields';
import {
  CHOOSE_COUNTRY,
  COMPANY,
  COUNTRY,
  EMAIL,
  EMAIL_LOCKED,
  NAME,
  TAX_ID,
  TAX_ID_HELP,
} from '@/components/hosted-checkout/form-texts';
import type { FormPart } from '@/components/hosted-checkout/form-values';
import { LARGE, LARGE_SELECT } from '@/components/purchase/control-classes';
import { CheckboxField } from '@/components/purchase/custom-field-control';
import { CHOOSE } from '@/components/purchase/texts';
import {
  allCountries,
  hasPostalCodes,
  postalCodeName,
  stateName,
  statesOf,
} from '@/components/ui/countries';

/** The e-mail address; read-only if the seller has set the customer. */
export function EmailField({ form, checkout }: FormPart) {
  // As it was at first: an address that the buyer types becomes the checkout's too.
  const [isLinked] = useState(checkout.customer_id !== null && Boolean(checkout.customer_email));
  return (
    <TextField
      form={form}
      name="customer_email"
      label={EMAIL}
      help={isLinked ? EMAIL_LOCKED : undefined}
      className={LARGE}
      type="email"
      inputMode="email"
      autoComplete="email"
      readOnly={isLinked}
    />
  );
}

/** Name, country, and state and postal code where the country has them; the tax id of a company. */
export function BillingFields({ form }: FormPart) {
  const { control, setValue } = form;
  const country = useWatch({ control, name: 'customer_billing_address.country' }) ?? '';
  const isCompany = useWatch({ control, name: 'is_company' });
  const states = statesOf(country);
  const hasCode = hasPostalCodes(country);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <TextField
          form={form}
          name="customer_name"
          label={NAME}
          className={LARGE}
          autoComplete="name"
          maxLength={500}
        />
        <SelectField
          form={form}
          name="customer_billing_address.country"
          label={COUNTRY}
          className={LARGE_SELECT}
          autoComplete="country"
          options={allCountries()}
          emptyLabel={CHOOSE_COUNTRY}
          onChange={() => {
            setValue('customer_billing_address.state', null);
            setValue('customer_billing_address.postal_code', null);
            // The country tells the form of the tax id: a problem with it may be over.
            if (form.getFieldState('customer_tax_id').invalid) void form.trigger('customer_tax_id');
          }}
        />
      </div>
      {(states || hasCode) && (
        <div className={states && hasCode ? 'grid grid-cols-2 gap-3' : undefined}>
          {states && (
            <SelectField
              form={form}
              name="customer_billing_address.state"
              label={stateName(country)}
              optional
              className={LARGE_SELECT}
              autoComplete="address-level1"
              options={states}
              emptyLabel={CHOOSE}
            />
          )}
          {hasCode && (
            <TextField
              form={form}
              name="customer_billing_address.postal_code"
              label={postalCodeName(country)}
              optional
              className={LARGE}
              autoComplete="postal-code"
              maxLength={20}
            />
          )}
        </div>
      )}
      <CheckboxField form={form} name="is_company" label={COMPANY} required={false} />
      {isCompany && (
        <TextField
          form={form}
          name="customer_tax_id"
          label={TAX_ID}
          help={TAX_ID_HELP}
          className={LARGE}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
      )}
    </>
  );
}
