'use client';

import { useRouter } from 'next/navigation';
import { CustomFieldForm } from '@/components/custom-fields/custom-field-form';
import {
  bodyOf,
  type CustomFieldValues,
  EMPTY,
} from '@/components/custom-fields/custom-field-values';
import { FORM, LIST } from '@/components/custom-fields/texts';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { showToast } from '@/components/ui/toast';
import { createCustomField } from '@/lib/resources/custom-fields/contract';

export function NewCustomFieldPage() {
  const path = useOrganizationPath();
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('custom-fields') }]}
      current={FORM.newTitle}
    >
      <h1 className="text-xl font-semibold tracking-tight">{FORM.newTitle}</h1>
      <NewCustomFieldForm />
    </DetailPage>
  );
}

function NewCustomFieldForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const form = useContractForm(createCustomField, {
    defaultValues: EMPTY,
    toBody: (values: CustomFieldValues) => ({ ...bodyOf(values), organization_id: id }),
    onSuccess: (field) => {
      showToast(FORM.created);
      router.push(path(`custom-fields/${field.id}`));
    },
  });
  return <CustomFieldForm form={form} isNew verb={FORM.create} cancel={path('custom-fields')} />;
}
