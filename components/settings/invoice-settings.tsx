'use client';

import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { CountryField } from '@/components/form/country-field';
import { TextField } from '@/components/form/fields';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { invoices as texts } from '@/components/settings/texts';
import { query } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import { listOrders } from '@/lib/resources/orders/contract';
import { INVOICE_PREFIX } from '@/lib/resources/organizations/rules';
import type { Organization } from '@/lib/resources/organizations/schema';

type AddressValues = Record<keyof NonNullable<Organization['legal_address']>, string | null>;

interface SellerValues {
  legal_name: string | null;
  legal_address: AddressValues;
  tax_id: string | null;
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
      {(organization) => (
        <div key={organization.id} className="flex flex-col gap-8">
          <SellerPart organization={organization} />
          <NumbersPart organization={organization} />
        </div>
      )}
    </StoredOrganization>
  );
}

/** The name is the one that invoices show (docs/contract/organizations.md#legal-name). */
function sellerValues({ legal_name, company, legal_address, tax_id }: Organization): SellerValues {
  return {
    legal_name: legal_name ?? company,
    legal_address: { ...NO_ADDRESS, ...legal_address },
    tax_id,
  };
}

function SellerPart({ organization }: { organization: Organization }) {
  const form = useSettingsForm(organization, {
    toValues: sellerValues,
    toBody: ({ legal_address: { country, ...lines }, ...values }, { company }) => ({
      ...values,
      // What is public stays so, and up to date; what is not does not become it.
      ...(company !== null && { company: values.legal_name }),
      legal_address: country ? { ...lines, country } : null,
    }),
    fieldNames: { company: 'legal_name' },
    check: ({ legal_address }) =>
      hasText(legal_address) && !legal_address.country
        ? [bodyProblem('legal_address.country', texts.chooseCountry)]
        : [],
    saved: texts.sellerSaved,
  });
  return (
    <SettingsForm form={form} title={texts.seller} text={texts.sellerText}>
      <TextField
        form={form}
        name="legal_name"
        label={texts.legalName}
        autoComplete="organization"
        optional
        help={texts.legalNameHelp(organization.name)}
      />
      <AddressFields form={form} />
      <TextField form={form} name="tax_id" label={texts.taxId} optional help={texts.taxIdHelp} />
    </SettingsForm>
  );
}

function NumbersPart({ organization }: { organization: Organization }) {
  const form = useSettingsForm(organization, {
    toValues: ({ invoice_prefix }) => ({ invoice_prefix }),
    saved: texts.numbersSaved,
  });
  return (
    <SettingsForm form={form} title={texts.numbers} text={texts.numbersText}>
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
    </SettingsForm>
  );
}

function AddressFields({ form }: { form: ContractForm<SellerValues> }) {
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
function NextNumber({ form }: { form: ContractForm<{ invoice_prefix: string }> }) {
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
