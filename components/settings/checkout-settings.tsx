'use client';

import { CheckboxField, TextField } from '@/components/form/fields';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { checkout as texts } from '@/components/settings/texts';
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
  const form = useSettingsForm(organization, {
    toValues: ({ checkout_settings }) => ({ checkout_settings }),
    saved: texts.saved,
  });
  return (
    <SettingsForm form={form} title={texts.defaults} text={texts.defaultsText}>
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
      <TextField
        form={form}
        name="checkout_settings.terms_url"
        label={texts.termsUrl}
        optional
        inputMode="url"
        placeholder="https://example.com/terms"
        help={texts.termsUrlHelp}
      />
      <TextField
        form={form}
        name="checkout_settings.refund_policy_url"
        label={texts.refundPolicyUrl}
        optional
        inputMode="url"
        placeholder="https://example.com/refunds"
        help={texts.refundPolicyUrlHelp}
      />
    </SettingsForm>
  );
}
