'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { DiscountFormBody } from '@/components/discounts/discount-form';
import {
  bodyOf,
  type DiscountValues,
  problemsOf,
  valuesOf,
} from '@/components/discounts/discount-values';
import { DETAIL, FORM, LIST } from '@/components/discounts/texts';
import { useEditForm } from '@/components/form/use-edit-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { shortId } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';

export function EditDiscountPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const discount = useQuery(query(getDiscount, { params: { id } }));
  const name = discount.data?.name ?? shortId(id);
  return (
    <DetailPage
      narrow
      crumbs={[
        { label: LIST.title, href: path('discounts') },
        { label: name, href: path(`discounts/${id}`) },
      ]}
      current={FORM.editTab}
      tab={FORM.edit(name)}
    >
      <QueryBoundary query={discount} what={DETAIL.what}>
        {(found) => (
          <>
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
              {FORM.edit(found.name)}
            </h1>
            <EditDiscountForm key={found.id} discount={found} />
          </>
        )}
      </QueryBoundary>
    </DetailPage>
  );
}

function EditDiscountForm({ discount }: { discount: Discount }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const own = path(`discounts/${discount.id}`);
  const form = useEditForm(updateDiscount, {
    params: { id: discount.id },
    object: discount,
    read: getDiscount,
    toValues: valuesOf,
    toBody: (values: DiscountValues) => bodyOf(values),
    check: (values) => problemsOf(values, discount.redemptions_count),
    onSuccess: () => {
      showToast(FORM.saved);
      router.push(own);
    },
  });
  return <DiscountFormBody form={form} discount={discount} verb={FORM.save} cancel={own} />;
}
