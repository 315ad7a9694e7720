'use client';

import type { CustomerValues } from '@/components/customers/customer-values';
import { FORM, LIST } from '@/components/customers/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { MetadataField, TextField } from '@/components/form/fields';
import { type ContractForm, formPart } from '@/components/form/use-contract-form';
import { BillingFields } from '@/components/purchase/billing-fields';
import type { BillingValues } from '@/components/purchase/billing-values';
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
        <BillingFields form={formPart<BillingValues, CustomerValues>(form)} />
      </Section>
      <MetadataField form={form} name="metadata" label={FORM.metadata} help={FORM.metadataHelp} />
      <FormActions>
        <SubmitButton form={form}>{verb}</SubmitButton>
        <LinkButton href={cancel}>{FORM.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}
