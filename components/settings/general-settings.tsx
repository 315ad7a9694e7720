'use client';

import { ContractFormBody, FormActions } from '@/components/form/contract-form';
import { TextareaField, TextField } from '@/components/form/fields';
import { TimeZoneField } from '@/components/form/time-zone-field';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { LinksField } from '@/components/settings/links-field';
import { SettingsPart } from '@/components/settings/settings-frame';
import { useEditBlockedReason } from '@/components/settings/use-edit-blocked-reason';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { showToast } from '@/components/ui/toast';
import { updateOrganization } from '@/lib/resources/organizations/contract';

/** Name, time zone, and how buyers reach the seller. */
export function GeneralSettings() {
  const organization = useOrganization();
  const editBlockedReason = useEditBlockedReason();
  const { id, name, slug, timezone, email, blog, company, location, bio } = organization;
  const form = useContractForm(updateOrganization, {
    params: { id },
    defaultValues: {
      name,
      timezone,
      email,
      blog,
      company,
      location,
      bio,
      social_username: organization.social_username,
      profile_settings: { links: organization.profile_settings.links },
    },
    // The last row may be empty while it is edited.
    toBody: ({ profile_settings, ...values }) => ({
      ...values,
      profile_settings: { links: profile_settings?.links?.filter((link) => link !== '') },
    }),
    onSuccess: ({ profile_settings: { links } }, values) => {
      form.reset({ ...values, profile_settings: { links } });
      showToast('Settings saved.');
    },
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
      <SettingsPart title="About" text="The company stands on invoices.">
        <TextField form={form} name="company" label="Company" optional />
        <TextField form={form} name="location" label="Location" optional />
        <TextareaField form={form} name="bio" label="Description" rows={3} optional />
      </SettingsPart>
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting}
          blockedBy={editBlockedReason}
        >
          Save settings
        </Button>
      </FormActions>
    </ContractFormBody>
  );
}
