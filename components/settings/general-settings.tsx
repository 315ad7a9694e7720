'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { RadiosField, TextareaField, TextField } from '@/components/form/fields';
import { TimeZoneField } from '@/components/form/time-zone-field';
import { useEditForm } from '@/components/form/use-edit-form';
import { generalValues } from '@/components/settings/general-values';
import { LinksField } from '@/components/settings/links-field';
import { SaveSettings } from '@/components/settings/save-settings';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { showToast } from '@/components/ui/toast';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';
import { RETRY_DAYS } from '@/lib/resources/subscriptions/life-cycle';

/** "1, 3, 5, and 7". */
const DAYS = new Intl.ListFormat('en-US').format(RETRY_DAYS.map(String));

/** What follows the last failed try of a renewal (docs/contract/subscriptions.md#dunning). */
const DUNNING_ENDS = [
  {
    value: 'canceled',
    label: 'Cancel the subscription',
    help: 'It ends for good, and its benefits are revoked. The buyer has to subscribe again.',
  },
  {
    value: 'unpaid',
    label: 'Mark it unpaid',
    help: 'Its benefits are revoked, and nothing is charged by itself any more. It is active again, with the same license keys, once you charge it by another card or a retry.',
  },
] as const;

/** Name, time zone, how buyers reach the seller, and what follows a failed renewal. */
export function GeneralSettings() {
  return (
    <StoredOrganization>
      {(organization) => <GeneralForm key={organization.id} organization={organization} />}
    </StoredOrganization>
  );
}

function GeneralForm({ organization }: { organization: Organization }) {
  const { id, slug, timezone } = organization;
  const form = useEditForm(updateOrganization, {
    params: { id },
    object: organization,
    read: getOrganization,
    toValues: generalValues,
    // The last row may be empty while it is edited.
    toBody: ({ profile_settings, ...values }) => ({
      ...values,
      profile_settings: { links: profile_settings.links.filter((link) => link !== '') },
    }),
    onSuccess: () => showToast('Settings saved.'),
  });
  return (
    <ContractFormBody form={form} className="gap-8" label="General settings">
      <SettingsPart title="Organization" text="Buyers read the name on checkouts and receipts.">
        <TextField form={form} name="name" label="Name" autoComplete="organization" />
        <Field label="Slug" help="Part of addresses. It cannot be changed.">
          {({ 'aria-required': _, ...aria }) => (
            <span className="flex items-center gap-1">
              <Input {...aria} readOnly value={slug} className="font-mono text-xs" />
              <CopyButton value={slug} label="Copy the slug" />
            </span>
          )}
        </Field>
        <TimeZoneField form={form} name="timezone" zone={timezone} />
      </SettingsPart>
      <SettingsPart
        title="Contact"
        text="Where buyers turn to. The e-mail address stands on invoices and beside a payment that failed."
      >
        <TextField
          form={form}
          name="email"
          label="Support e-mail"
          type="email"
          autoComplete="email"
          optional
        />
        <TextField form={form} name="blog" label="Website" type="url" autoComplete="url" optional />
        <TextField form={form} name="social_username" label="Social username" optional />
        <LinksField form={form} />
      </SettingsPart>
      <SettingsPart
        title="About"
        text="The company is on invoices, unless the invoice settings have a legal name."
      >
        <TextField form={form} name="company" label="Company" optional />
        <TextField form={form} name="location" label="Location" optional />
        <TextareaField form={form} name="bio" label="Description" rows={3} optional />
      </SettingsPart>
      <SettingsPart
        id="failed-renewals"
        title="Failed renewals"
        text={`A renewal that is declined is tried again ${DAYS} days later. Benefits are kept meanwhile.`}
      >
        <RadiosField
          form={form}
          name="subscription_settings.dunning_end"
          label="When the last try fails"
          options={DUNNING_ENDS}
        />
      </SettingsPart>
      <SaveSettings form={form} />
    </ContractFormBody>
  );
}
