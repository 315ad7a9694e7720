'use client';

import { ContractFormBody } from '@/components/form/contract-form';
import { CheckboxField, RadiosField, TextareaField, TextField } from '@/components/form/fields';
import { TimeZoneField } from '@/components/form/time-zone-field';
import { useEditForm } from '@/components/form/use-edit-form';
import { generalValues } from '@/components/settings/general-values';
import { LinksField } from '@/components/settings/links-field';
import { SaveSettings } from '@/components/settings/save-settings';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { general as texts } from '@/components/settings/texts';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { showToast } from '@/components/ui/toast';
import { formatList } from '@/lib/contract/formats';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';
import { RETRY_DAYS } from '@/lib/resources/subscriptions/life-cycle';

/** "1, 3, 5, and 7". */
const DAYS = formatList(RETRY_DAYS.map(String));

/** What follows the last failed try of a renewal (docs/contract/subscriptions.md#dunning). */
const DUNNING_ENDS = [
  {
    value: 'canceled',
    label: texts.cancel,
    help: texts.cancelHelp,
  },
  {
    value: 'unpaid',
    label: texts.unpaid,
    help: texts.unpaidHelp,
  },
] as const;

/** Name, time zone, how buyers reach the seller, what follows a failed renewal, and mails to the owners. */
export function GeneralSettings() {
  return (
    <StoredOrganization>
      {(organization) => <GeneralForm key={organization.id} organization={organization} />}
    </StoredOrganization>
  );
}

function GeneralForm({ organization }: { organization: Organization }) {
  const { id, slug } = organization;
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
    onSuccess: () => showToast(texts.saved),
  });
  return (
    <ContractFormBody form={form} className="gap-8" label={texts.form}>
      <SettingsPart title={texts.organization} text={texts.organizationText}>
        <TextField form={form} name="name" label={texts.name} autoComplete="organization" />
        <Field label={texts.slug} help={texts.slugHelp}>
          {({ 'aria-required': _, ...aria }) => (
            <span className="flex items-center gap-1">
              <Input {...aria} readOnly value={slug} className="font-mono text-xs" />
              <CopyButton value={slug} label={texts.copySlug} />
            </span>
          )}
        </Field>
        <TimeZoneField form={form} name="timezone" />
      </SettingsPart>
      <SettingsPart title={texts.contact} text={texts.contactText}>
        <TextField
          form={form}
          name="email"
          label={texts.email}
          type="email"
          autoComplete="email"
          optional
        />
        <TextField
          form={form}
          name="blog"
          label={texts.website}
          type="url"
          autoComplete="url"
          optional
        />
        <TextField form={form} name="social_username" label={texts.social} optional />
        <LinksField form={form} />
      </SettingsPart>
      <SettingsPart title={texts.about} text={texts.aboutText}>
        <TextField form={form} name="company" label={texts.company} optional />
        <TextField form={form} name="location" label={texts.location} optional />
        <TextareaField form={form} name="bio" label={texts.description} rows={3} optional />
      </SettingsPart>
      <SettingsPart id="failed-renewals" title={texts.renewals} text={texts.renewalsText(DAYS)}>
        <RadiosField
          form={form}
          name="subscription_settings.dunning_end"
          label={texts.lastTry}
          options={DUNNING_ENDS}
        />
      </SettingsPart>
      <SettingsPart id="emails" title={texts.emails} text={texts.emailsText}>
        <CheckboxField
          form={form}
          name="notification_settings.new_sale"
          label={texts.newSale}
          help={texts.newSaleHelp}
        />
        <CheckboxField
          form={form}
          name="notification_settings.trial_started"
          label={texts.trialStarted}
        />
        <CheckboxField
          form={form}
          name="notification_settings.subscription_canceled"
          label={texts.canceled}
          help={texts.canceledHelp}
        />
        <CheckboxField
          form={form}
          name="notification_settings.payment_failed"
          label={texts.paymentFailed}
          help={texts.paymentFailedHelp}
        />
      </SettingsPart>
      <SaveSettings form={form} />
    </ContractFormBody>
  );
}
