'use client';

import { useRouter } from 'next/navigation';
import { DiscountFormBody } from '@/components/discounts/discount-form';
import {
  bodyOf,
  type DiscountValues,
  EMPTY,
  problemsOf,
} from '@/components/discounts/discount-values';
import { FORM, LIST } from '@/components/discounts/texts';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { showToast } from '@/components/ui/toast';
import { createDiscount } from '@/lib/resources/discounts/contract';

export function NewDiscountPage() {
  const path = useOrganizationPath();
  return (
    <DetailPage
      narrow
      crumbs={[{ label: LIST.title, href: path('discounts') }]}
      current={FORM.newTitle}
    >
      <h1 className="text-xl font-semibold tracking-tight">{FORM.newTitle}</h1>
      <NewDiscountForm />
    </DetailPage>
  );
}

function NewDiscountForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const form = useContractForm(createDiscount, {
    defaultValues: EMPTY,
    toBody: (values: DiscountValues) => ({ ...bodyOf(values), organization_id: id }),
    check: (values) => problemsOf(values, 0),
    onSuccess: (discount) => {
      showToast(FORM.created);
      router.push(path(`discounts/${discount.id}`));
    },
  });
  return (
    <DiscountFormBody form={form} discount={null} verb={FORM.create} cancel={path('discounts')} />
  );
}
