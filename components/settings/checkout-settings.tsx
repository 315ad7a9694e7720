'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { CheckboxField, TextField } from '@/components/form/fields';
import { useEditForm } from '@/components/form/use-edit-form';
import { SaveSettings } from '@/components/settings/save-settings';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { general, checkout as texts } from '@/components/settings/texts';
import { showToast } from '@/components/ui/toast';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

/** What new checkouts and checkout links start with (docs/contract/organizations.md#checkout-defaults). */
export function CheckoutSettings() {
  return (
    <StoredOrganization>
      {(organization) => <CheckoutForm key={organization.id} organization={organization} />}
    </StoredOrganization>
  );
}

function CheckoutForm({ organization }: { organization: Organization }) {
  const form = useEditForm(updateOrganization, {
    params: { id: organization.id },
    object: organization,
    read: getOrganization,
    toValues: ({ checkout_settings }) => ({ checkout_settings }),
    toBody: (values) => values,
    onSuccess: () => showToast(general.saved),
  });
  return (
    <ContractFormBody form={form} className="gap-8" label={texts.form}>
      <SettingsPart title={texts.defaults} text={texts.defaultsText}>
        <CheckboxField
          form={form}
          name="checkout_settings.allow_discount_codes"
          label={texts.allowCodes}
          help={texts.allowCodesHelp}
        />
        <TextField
          form={form}
          name="checkout_settings.success_url"
          label={texts.successUrl}
          optional
          inputMode="url"
          placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
          help={texts.successUrlHelp}
        />
      </SettingsPart>
      <SaveSettings form={form} />
    </ContractFormBody>
  );
}
