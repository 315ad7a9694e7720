'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DELETE, DETAIL, deletionEffects } from '@/components/customers/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { deleteCustomer, getCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What can be done with a customer. */
export function CustomerActions({ customer }: { customer: CustomerWithTotals }) {
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const { id } = customer;
  const edit = path(`customers/${id}/edit`);
  usePageActions([{ label: DETAIL.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {DETAIL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(getCustomer, { params: { id } })}
        groups={[
          [
            {
              label: DETAIL.delete,
              icon: Trash2,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      <DeleteDialog customer={customer} open={isDeleting} onOpenChange={setDeleting} />
    </>
  );
}

function DeleteDialog({
  customer,
  open,
  onOpenChange,
}: {
  customer: CustomerWithTotals;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(deleteCustomer);
  const ends = useEnds(customer.id, open);
  const name = customer.name ?? customer.email;
  const input = { params: { id: customer.id } };
  const words = ends.counts
    ? deletionEffects({ ...ends.counts, orders: customer.orders_count })
    : DELETE.unknown;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={DELETE.title(name)}
      verb={DELETE.verb}
      effects={ends.isPending ? DELETE.counting : words}
      loading={ends.isPending}
      typedName={name}
      requests={() => [describeRequest(deleteCustomer, input)]}
      onConfirm={async () => {
        await remove.mutateAsync(input);
        showToast(DELETE.done);
        router.push(path('customers'));
      }}
    />
  );
}

/** What a customer's deletion ends: what is not over yet (docs/contract/customers.md#deletion). */
function useEnds(customerId: string, enabled: boolean) {
  const { id } = useOrganization();
  const own = { organization_id: [id], customer_id: [customerId], limit: 1 };
  const subscriptions = useQuery({
    ...query(listSubscriptions, {
      query: { ...own, status: ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'] },
    }),
    enabled,
    staleTime: 0,
  });
  const keys = useQuery({
    ...query(listLicenseKeys, { query: { ...own, status: ['granted', 'disabled'] } }),
    enabled,
    staleTime: 0,
  });
  const customer = useQuery({
    ...query(getCustomer, { params: { id: customerId } }),
    enabled,
    staleTime: 0,
  });
  const counts = subscriptions.data &&
    keys.data &&
    customer.isSuccess && {
      subscriptions: subscriptions.data.pagination.total_count,
      benefits: customer.data.granted_benefits_count,
      keys: keys.data.pagination.total_count,
    };
  return {
    counts,
    isPending: subscriptions.isLoading || keys.isLoading || customer.isFetching,
  };
}
