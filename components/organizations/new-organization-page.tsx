'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { slugOf } from '@/components/form/slug';
import { TimeZoneField } from '@/components/form/time-zone-field';
import { useContractForm } from '@/components/form/use-contract-form';
import { NEW_ORGANIZATION, ORGANIZATIONS } from '@/components/organizations/texts';
import { DetailPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';
import { useBrowserZone } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { currentZone } from '@/lib/contract/time-zones';
import { getMe } from '@/lib/resources/me/operations';
import { createOrganization } from '@/lib/resources/organizations/contract';

export function NewOrganizationPage() {
  const zone = useBrowserZone();
  return (
    <DetailPage
      narrow
      crumbs={[{ label: ORGANIZATIONS.title, href: '/dashboard' }]}
      current={NEW_ORGANIZATION.title}
    >
      <h1 className="text-xl font-semibold tracking-tight">{NEW_ORGANIZATION.title}</h1>
      {zone && <OrganizationForm zone={currentZone(zone)} />}
    </DetailPage>
  );
}

function OrganizationForm({ zone }: { zone: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const form = useContractForm(createOrganization, {
    defaultValues: { name: '', slug: '', timezone: zone },
    onSuccess: async ({ slug }) => {
      await client.refetchQueries({ queryKey: query(getMe).queryKey });
      router.push(`/dashboard/${slug}`);
    },
  });
  const isDerived = form.watch('slug') === slugOf(form.watch('name'));
  return (
    <ContractFormBody form={form}>
      <TextField
        form={form}
        name="name"
        label={NEW_ORGANIZATION.name}
        autoComplete="organization"
        help={NEW_ORGANIZATION.nameHelp}
        onChange={({ target }) => {
          // What says that the slug is missing goes once it is there.
          const shouldValidate = form.getFieldState('slug').invalid;
          if (isDerived) form.setValue('slug', slugOf(target.value), { shouldValidate });
        }}
      />
      <TextField
        form={form}
        name="slug"
        label={NEW_ORGANIZATION.slug}
        autoComplete="off"
        spellCheck={false}
        help={NEW_ORGANIZATION.slugHelp}
      />
      <TimeZoneField form={form} name="timezone" />
      <FormActions>
        <SubmitButton form={form}>{NEW_ORGANIZATION.create}</SubmitButton>
        <LinkButton href="/dashboard">{UI.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}
