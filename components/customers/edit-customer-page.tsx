'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { CustomerForm } from '@/components/customers/customer-fields';
import { bodyOf, type CustomerValues, valuesOf } from '@/components/customers/customer-values';
import { DETAIL, FORM, LIST } from '@/components/customers/texts';
import { useEditForm } from '@/components/form/use-edit-form';
import { billingProblemsOf } from '@/components/purchase/billing-values';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { shortId } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';

export function EditCustomerPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const customer = useQuery(query(getCustomer, { params: { id } }));
  const name = customer.data ? (customer.data.name ?? customer.data.email) : shortId(id);
  return (
    <DetailPage
      narrow
      crumbs={[
        { label: LIST.title, href: path('customers') },
        { label: name, href: path(`customers/${id}`) },
      ]}
      current={FORM.editTab}
      tab={FORM.edit(name)}
    >
      <QueryBoundary query={customer} what={DETAIL.what}>
        {(found) => (
          <>
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
              {FORM.edit(name)}
            </h1>
            <EditCustomerForm key={found.id} customer={found} />
          </>
        )}
      </QueryBoundary>
    </DetailPage>
  );
}

function EditCustomerForm({ customer }: { customer: CustomerWithTotals }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const own = path(`customers/${customer.id}`);
  const form = useEditForm(updateCustomer, {
    params: { id: customer.id },
    object: customer,
    read: getCustomer,
    toValues: valuesOf,
    toBody: (values: CustomerValues, stored) => bodyOf(values, stored.tax_id),
    check: (values) => billingProblemsOf(values, customer.tax_id),
    onSuccess: () => {
      showToast(FORM.saved);
      router.push(own);
    },
  });
  return <CustomerForm form={form} verb={FORM.save} cancel={own} />;
}
