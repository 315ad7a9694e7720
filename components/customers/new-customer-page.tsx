'use client';

import { useRouter } from 'next/navigation';
import { CustomerForm } from '@/components/customers/customer-fields';
import { bodyOf, type CustomerValues, EMPTY } from '@/components/customers/customer-values';
import { FORM, LIST } from '@/components/customers/texts';
import { useContractForm } from '@/components/form/use-contract-form';
import { billingProblemsOf } from '@/components/purchase/billing-values';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { showToast } from '@/components/ui/toast';
import { createCustomer } from '@/lib/resources/customers/contract';

export function NewCustomerPage() {
  const path = useOrganizationPath();
  return (
    <DetailPage
      narrow
      crumbs={[{ label: LIST.title, href: path('customers') }]}
      current={FORM.newTitle}
    >
      <h1 className="text-xl font-semibold tracking-tight">{FORM.newTitle}</h1>
      <NewCustomerForm />
    </DetailPage>
  );
}

function NewCustomerForm() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { id } = useOrganization();
  const form = useContractForm(createCustomer, {
    defaultValues: EMPTY,
    toBody: (values: CustomerValues) => ({ ...bodyOf(values), organization_id: id }),
    check: (values) => billingProblemsOf(values),
    onSuccess: (customer) => {
      showToast(FORM.created);
      router.push(path(`customers/${customer.id}`));
    },
  });
  return <CustomerForm form={form} verb={FORM.create} cancel={path('customers')} />;
}
