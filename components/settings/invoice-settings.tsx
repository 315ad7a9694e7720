'use client';

import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { ContractFormBody } from '@/components/form/contract-form';
import { CountryField } from '@/components/form/country-field';
import { TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { useOrganization } from '@/components/session/organization';
import { SaveSettings } from '@/components/settings/save-settings';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { general, invoices as texts } from '@/components/settings/texts';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import { listOrders } from '@/lib/resources/orders/contract';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import { INVOICE_PREFIX } from '@/lib/resources/organizations/rules';
import type { Organization } from '@/lib/resources/organizations/schema';

type AddressValues = Record<keyof NonNullable<Organization['legal_address']>, string | null>;

interface InvoiceValues {
  legal_name: string | null;
  legal_address: AddressValues;
  tax_id: string | null;
  invoice_prefix: string;
  [field: string]: unknown;
}

const NO_ADDRESS: AddressValues = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
};

const hasText = (address: AddressValues) => Object.values(address).some(Boolean);

/** Who sells, as invoices name it, and how they are numbered. */
export function InvoiceSettings() {
  return (
    <StoredOrganization>
      {(organization) => <InvoiceForm key={organization.id} organization={organization} />}
    </StoredOrganization>
  );
}

function valuesOf({ legal_name, legal_address, tax_id, invoice_prefix }: Organization) {
  const address: AddressValues = legal_address ? { ...NO_ADDRESS, ...legal_address } : NO_ADDRESS;
  return { legal_name, legal_address: address, tax_id, invoice_prefix };
}

function InvoiceForm({ organization }: { organization: Organization }) {
  const { id, name, company } = organization;
  const form = useEditForm(updateOrganization, {
    params: { id },
    object: organization,
    read: getOrganization,
    toValues: (held): InvoiceValues => valuesOf(held),
    toBody: ({ legal_address: { country, ...lines }, ...values }: InvoiceValues) => ({
      ...values,
      legal_address: country ? { ...lines, country } : null,
    }),
    check: ({ legal_address }) =>
      hasText(legal_address) && !legal_address.country
        ? [bodyProblem('legal_address.country', texts.chooseCountry)]
        : [],
    onSuccess: () => showToast(general.saved),
  });
  return (
    <ContractFormBody form={form} className="gap-8" label={texts.form}>
      <SettingsPart title={texts.seller} text={texts.sellerText}>
        <TextField
          form={form}
          name="legal_name"
          label={texts.legalName}
          autoComplete="organization"
          optional
          help={texts.legalNameHelp(company ?? name)}
        />
        <AddressFields form={form} />
        <TextField form={form} name="tax_id" label={texts.taxId} optional help={texts.taxIdHelp} />
      </SettingsPart>
      <SettingsPart title={texts.numbers} text={texts.numbersText}>
        <TextField
          form={form}
          name="invoice_prefix"
          label={texts.prefix}
          maxLength={8}
          autoCapitalize="characters"
          spellCheck={false}
          className="max-w-40 font-mono"
        />
        <NextNumber form={form} />
      </SettingsPart>
      <SaveSettings form={form} />
    </ContractFormBody>
  );
}

function AddressFields({ form }: { form: ContractForm<InvoiceValues> }) {
  return (
    <>
      <CountryField
        form={form}
        name="legal_address.country"
        label={texts.country}
        optional
        emptyLabel={texts.noAddress}
      />
      <TextField
        form={form}
        name="legal_address.line1"
        label={texts.line1}
        autoComplete="address-line1"
        optional
      />
      <TextField
        form={form}
        name="legal_address.line2"
        label={texts.line2}
        autoComplete="address-line2"
        optional
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          form={form}
          name="legal_address.city"
          label={texts.city}
          autoComplete="address-level2"
          optional
        />
        <TextField
          form={form}
          name="legal_address.state"
          label={texts.state}
          autoComplete="address-level1"
          optional
        />
        <TextField
          form={form}
          name="legal_address.postal_code"
          label={texts.postalCode}
          autoComplete="postal-code"
          optional
        />
      </div>
    </>
  );
}

/** The number that the next sale takes: every order has one, so they are as many as orders. */
function NextNumber({ form }: { form: ContractForm<InvoiceValues> }) {
  const { id } = useOrganization();
  const prefix = useWatch({ control: form.control, name: 'invoice_prefix' });
  const orders = useQuery(query(listOrders, { query: { organization_id: [id], limit: 1 } }));
  if (!orders.data || !INVOICE_PREFIX.test(prefix)) return null;
  const number = String(orders.data.pagination.total_count + 1).padStart(6, '0');
  return (
    <p className="text-muted" aria-live="polite">
      {texts.next}{' '}
      <span className="font-mono text-xs text-ink">
        {prefix.toUpperCase()}-{number}
      </span>
    </p>
  );
}
