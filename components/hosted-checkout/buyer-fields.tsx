'use client';

import { memo } from 'react';
import { LARGE, LARGE_SELECT } from '@/components/hosted-checkout/control-classes';
import { CheckboxField } from '@/components/hosted-checkout/custom-fields';
import type { CheckoutValues } from '@/components/hosted-checkout/form-values';
import {
  allCountries,
  hasPostalCodes,
  postalCodeName,
  stateName,
  statesOf,
} from '@/components/ui/countries';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** The props of a part of the form. */
export interface FormPart {
  checkout: CheckoutPublic;
  values: CheckoutValues;
  problemOf: (path: string) => string | undefined;
  onChange: (changes: Partial<CheckoutValues>, path: string) => void;
  onBlur: (path: string) => void;
}

const EMAIL = 'customer_email';
const NAME = 'customer_name';
const COUNTRY = 'customer_billing_address.country';
const STATE = 'customer_billing_address.state';
const POSTAL_CODE = 'customer_billing_address.postal_code';
const TAX_ID = 'customer_tax_id';

/** The e-mail address; read-only if the seller has set the customer. */
export function EmailField({ checkout, values, problemOf, onChange, onBlur }: FormPart) {
  const isLinked = checkout.customer_id !== null && values.email !== '';
  return (
    <div data-path={EMAIL}>
      <Field
        label="E-mail"
        error={problemOf(EMAIL)}
        help={isLinked ? 'The seller made this checkout for this address.' : undefined}
      >
        {(aria) => (
          <Input
            {...aria}
            className={LARGE}
            type="email"
            inputMode="email"
            autoComplete="email"
            name="email"
            readOnly={isLinked}
            value={values.email}
            onChange={({ target }) => onChange({ email: target.value }, EMAIL)}
            onBlur={() => onBlur(EMAIL)}
          />
        )}
      </Field>
    </div>
  );
}

/** Name, country, and state and postal code where the country has them; the tax id of a company. */
export function BillingFields({ values, problemOf, onChange, onBlur }: FormPart) {
  const { country } = values;
  const states = statesOf(country);
  const hasCode = hasPostalCodes(country);
  return (
    <>
      <div data-path={NAME}>
        <Field label="Name" error={problemOf(NAME)}>
          {(aria) => (
            <Input
              {...aria}
              className={LARGE}
              autoComplete="name"
              name="name"
              maxLength={500}
              value={values.name}
              onChange={({ target }) => onChange({ name: target.value }, NAME)}
              onBlur={() => onBlur(NAME)}
            />
          )}
        </Field>
      </div>
      <div data-path={COUNTRY}>
        <Field label="Country" error={problemOf(COUNTRY)}>
          {(aria) => (
            <Select
              {...aria}
              className={LARGE_SELECT}
              autoComplete="country"
              name="country"
              value={country}
              onChange={({ target }) =>
                onChange({ country: target.value, state: '', postalCode: '' }, COUNTRY)
              }
              onBlur={() => onBlur(COUNTRY)}
            >
              <Countries />
            </Select>
          )}
        </Field>
      </div>
      {(states || hasCode) && (
        <div className={states && hasCode ? 'grid grid-cols-2 gap-3' : undefined}>
          {states && (
            <div data-path={STATE}>
              <Field label={stateName(country)} optional error={problemOf(STATE)}>
                {(aria) => (
                  <Select
                    {...aria}
                    className={LARGE_SELECT}
                    autoComplete="address-level1"
                    name="state"
                    value={values.state}
                    onChange={({ target }) => onChange({ state: target.value }, STATE)}
                    onBlur={() => onBlur(STATE)}
                  >
                    <option value="">Choose</option>
                    {states.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
          )}
          {hasCode && (
            <div data-path={POSTAL_CODE}>
              <Field label={postalCodeName(country)} optional error={problemOf(POSTAL_CODE)}>
                {(aria) => (
                  <Input
                    {...aria}
                    className={LARGE}
                    autoComplete="postal-code"
                    name="postal_code"
                    maxLength={20}
                    value={values.postalCode}
                    onChange={({ target }) => onChange({ postalCode: target.value }, POSTAL_CODE)}
                    onBlur={() => onBlur(POSTAL_CODE)}
                  />
                )}
              </Field>
            </div>
          )}
        </div>
      )}
      <CheckboxField
        label="Buying for a company"
        required={false}
        checked={values.isCompany}
        onChange={(isCompany) => onChange({ isCompany }, TAX_ID)}
      />
      {values.isCompany && (
        <div data-path={TAX_ID}>
          <Field
            label="Tax id"
            error={problemOf(TAX_ID)}
            help="For example a VAT number. It is printed on the invoice."
          >
            {(aria) => (
              <Input
                {...aria}
                className={LARGE}
                autoComplete="off"
                spellCheck={false}
                name="tax_id"
                maxLength={60}
                value={values.taxId}
                onChange={({ target }) => onChange({ taxId: target.value }, TAX_ID)}
                onBlur={() => onBlur(TAX_ID)}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}

/** Memoized: 249 options would otherwise be rendered with each key press. */
const Countries = memo(function Countries() {
  return (
    <>
      <option value="">Choose a country</option>
      {allCountries().map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
});
