'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { CustomFieldForm } from '@/components/custom-fields/custom-field-form';
import {
  bodyOf,
  type CustomFieldValues,
  valuesOf,
} from '@/components/custom-fields/custom-field-values';
import { DETAIL, FORM, LIST } from '@/components/custom-fields/texts';
import { useEditForm } from '@/components/form/use-edit-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { shortId } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getCustomField, updateCustomField } from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

export function EditCustomFieldPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const field = useQuery(query(getCustomField, { params: { id } }));
  const name = field.data?.name ?? shortId(id);
  return (
    <DetailPage
      crumbs={[
        { label: LIST.title, href: path('custom-fields') },
        { label: name, href: path(`custom-fields/${id}`) },
      ]}
      current={FORM.editTab}
      tab={FORM.edit(name)}
    >
      <QueryBoundary query={field} what={DETAIL.what}>
        {(found) => (
          <>
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
              {FORM.edit(found.name)}
            </h1>
            <EditCustomFieldForm key={found.id} field={found} />
          </>
        )}
      </QueryBoundary>
    </DetailPage>
  );
}

function EditCustomFieldForm({ field }: { field: CustomFieldWithProducts }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const own = path(`custom-fields/${field.id}`);
  const form = useEditForm(updateCustomField, {
    params: { id: field.id },
    object: field,
    read: getCustomField,
    toValues: valuesOf,
    toBody: (values: CustomFieldValues) => bodyOf(values),
    onSuccess: () => {
      showToast(FORM.saved);
      router.push(own);
    },
  });
  return <CustomFieldForm form={form} isNew={false} verb={FORM.save} cancel={own} />;
}
