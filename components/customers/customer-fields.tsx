'use client';

import { useWatch } from 'react-hook-form';
import type { CustomerValues } from '@/components/customers/customer-values';
import { FORM, LIST } from '@/components/customers/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { MetadataField, SelectField, TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { allCountries, postalCodeName, stateName, statesOf } from '@/components/ui/countries';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';

/** The form of a customer, new or existing. */
export function CustomerForm({
  form,
  verb,
  cancel,
}: {
  form: ContractForm<CustomerValues>;
  verb: string;
  /** Where Cancel leads. */
  cancel: string;
}) {
  return (
    <ContractFormBody form={form} className="gap-8">
      <Section title={FORM.contact}>
        <TextField
          form={form}
          name="email"
          label={LIST.email}
          type="email"
          autoComplete="off"
          help={FORM.emailHelp}
        />
        <TextField form={form} name="name" label={LIST.name} autoComplete="off" optional />
      </Section>
      <Section title={FORM.billing}>
        <p className="text-muted">{FORM.billingHelp}</p>
        <AddressFields form={form} />
        <TextField
          form={form}
          name="tax_id"
          label={FORM.taxId}
          autoComplete="off"
          optional
          help={FORM.taxIdHelp}
        />
      </Section>
      <MetadataField form={form} name="metadata" label={FORM.metadata} help={FORM.metadataHelp} />
      <FormActions>
        <SubmitButton form={form}>{verb}</SubmitButton>
        <LinkButton href={cancel}>{FORM.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}

function AddressFields({ form }: { form: ContractForm<CustomerValues> }) {
  const { country, state } = useWatch({ control: form.control, name: 'billing_address' });
  const states = statesOf(country ?? '');
  // A checkout takes any state; one that is not in the list stays choosable.
  const isListed = !state || states?.some(({ value }) => value === state);
  const region = { form, name: 'billing_address.state', optional: true } as const;
  return (
    <>
      <SelectField
        form={form}
        name="billing_address.country"
        label={FORM.country}
        optional
        emptyLabel={FORM.noCountry}
        options={allCountries()}
        onInput={() => form.setValue('billing_address.state', null)}
      />
      <TextField
        form={form}
        name="billing_address.line1"
        label={FORM.line1}
        autoComplete="off"
        optional
      />
      <TextField
        form={form}
        name="billing_address.line2"
        label={FORM.line2}
        autoComplete="off"
        optional
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="billing_address.city"
          label={FORM.city}
          autoComplete="off"
          optional
        />
        {states ? (
          <SelectField
            {...region}
            label={stateName(country ?? '')}
            emptyLabel={FORM.noRegion}
            options={isListed ? states : [{ value: state, label: state }, ...states]}
          />
        ) : (
          <TextField {...region} label={FORM.region} autoComplete="off" />
        )}
        <TextField
          form={form}
          name="billing_address.postal_code"
          label={postalCodeName(country ?? '')}
          autoComplete="off"
          optional
        />
      </div>
    </>
  );
}
