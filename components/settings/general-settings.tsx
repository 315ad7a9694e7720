'use client';

import { CurrencyField } from '@/components/form/currency-field';
import { CheckboxField, RadiosField, TextareaField, TextField } from '@/components/form/fields';
import { MoneyField } from '@/components/form/number-fields';
import { TimeZoneField } from '@/components/form/time-zone-field';
import { useOrganization } from '@/components/session/organization';
import { DeletionPart } from '@/components/settings/deletion-part';
import { contactValues, LinksField } from '@/components/settings/links-field';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { general as texts } from '@/components/settings/texts';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { formatList } from '@/lib/contract/formats';
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

interface PartProps {
  organization: Organization;
}

/** Name, time zone, how buyers reach the seller, what follows a failed renewal, what members need, and the deletion. */
export function GeneralSettings() {
  return (
    <StoredOrganization>
      {(organization) => (
        <div key={organization.id} className="flex flex-col gap-8">
          <OrganizationPart organization={organization} />
          <ContactPart organization={organization} />
          <ProfilePart organization={organization} />
          <RenewalsPart organization={organization} />
          <RefundsPart organization={organization} />
          <TwoFactorPart organization={organization} />
          <DeletionPart organization={organization} />
        </div>
      )}
    </StoredOrganization>
  );
}

function OrganizationPart({ organization }: PartProps) {
  const form = useSettingsForm(organization, {
    toValues: ({ name, timezone, default_currency }) => ({ name, timezone, default_currency }),
    saved: texts.organizationSaved,
  });
  return (
    <SettingsForm form={form} title={texts.organization} text={texts.organizationText}>
      <TextField form={form} name="name" label={texts.name} autoComplete="organization" />
      <Field label={texts.slug} help={texts.slugHelp}>
        {({ 'aria-required': _, ...aria }) => (
          <span className="flex items-center gap-1">
            <Input {...aria} readOnly value={organization.slug} className="font-mono text-xs" />
            <CopyButton value={organization.slug} label={texts.copySlug} />
          </span>
        )}
      </Field>
      <TimeZoneField form={form} name="timezone" />
      <CurrencyField
        form={form}
        name="default_currency"
        label={texts.currency}
        help={texts.currencyHelp}
      />
    </SettingsForm>
  );
}

function ContactPart({ organization }: PartProps) {
  const form = useSettingsForm(organization, {
    toValues: contactValues,
    // The last row may be empty while it is edited.
    toBody: ({ profile_settings, ...values }) => ({
      ...values,
      profile_settings: { links: profile_settings.links.filter((link) => link !== '') },
    }),
    saved: texts.contactSaved,
  });
  return (
    <SettingsForm form={form} title={texts.contact} text={texts.contactText}>
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
    </SettingsForm>
  );
}

function ProfilePart({ organization }: PartProps) {
  const form = useSettingsForm(organization, {
    toValues: ({ location, bio }) => ({ location, bio }),
    saved: texts.profileSaved,
  });
  return (
    <SettingsForm form={form} title={texts.profile} text={texts.profileText}>
      <TextField form={form} name="location" label={texts.location} optional />
      <TextareaField form={form} name="bio" label={texts.description} rows={3} optional />
    </SettingsForm>
  );
}

function RenewalsPart({ organization }: PartProps) {
  const form = useSettingsForm(organization, {
    toValues: ({ subscription_settings: { dunning_end } }) => ({
      subscription_settings: { dunning_end },
    }),
    saved: texts.renewalsSaved,
  });
  return (
    <SettingsForm
      id="failed-renewals"
      form={form}
      title={texts.renewals}
      text={texts.renewalsText(DAYS)}
    >
      <RadiosField
        form={form}
        name="subscription_settings.dunning_end"
        label={texts.lastTry}
        options={DUNNING_ENDS}
      />
    </SettingsForm>
  );
}

/** Above which amount refunds ask for a confirmation (docs/contract/callers.md#confirmation). */
function RefundsPart({ organization }: PartProps) {
  const form = useSettingsForm(organization, {
    toValues: ({ refund_step_up_amount }) => ({ refund_step_up_amount }),
    saved: texts.refundsSaved,
  });
  return (
    <SettingsForm form={form} title={texts.refunds} text={texts.refundsText}>
      <MoneyField
        form={form}
        name="refund_step_up_amount"
        label={texts.refundsAbove}
        currency={organization.default_currency}
        help={texts.refundsHelp}
        optional
      />
    </SettingsForm>
  );
}

/** Whether members need a second factor, which owners decide (docs/contract/callers.md#required-second-factors). */
function TwoFactorPart({ organization }: PartProps) {
  const { role } = useOrganization();
  const form = useSettingsForm(organization, {
    toValues: ({ require_two_factor }) => ({ require_two_factor }),
    saved: texts.twoFactorSaved,
  });
  if (role === 'admin') {
    return (
      <SettingsPart title={texts.twoFactor} text={texts.twoFactorText}>
        <p className="text-muted">{texts.twoFactorIs(organization.require_two_factor)}</p>
      </SettingsPart>
    );
  }
  return (
    <SettingsForm form={form} title={texts.twoFactor} text={texts.twoFactorText}>
      <CheckboxField form={form} name="require_two_factor" label={texts.requireTwoFactor} />
    </SettingsForm>
  );
}
