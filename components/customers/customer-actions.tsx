'use client';

import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DELETE, DETAIL, deletionEffects } from '@/components/customers/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { IconButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CurlButton } from '@/components/ui/curl-button';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useShortcuts } from '@/components/ui/shortcuts';
import { showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { deleteCustomer, getCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What can be done with a customer. */
export function CustomerActions({ customer }: { customer: CustomerWithTotals }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const { id } = customer;
  const edit = path(`customers/${id}/edit`);
  useShortcuts({ e: () => router.push(edit) });
  return (
    <>
      <CurlButton operation={getCustomer} input={{ params: { id } }} />
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {DETAIL.edit}
        </LinkButton>
      </PrimaryAction>
      <Menu trigger={<IconButton label={DETAIL.more} icon={Ellipsis} />}>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          {DETAIL.delete}
        </MenuItem>
      </Menu>
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
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: customer.id } });
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
  const counts = subscriptions.data &&
    keys.data && {
      subscriptions: subscriptions.data.pagination.total_count,
      keys: keys.data.pagination.total_count,
    };
  return { counts, isPending: subscriptions.isLoading || keys.isLoading };
}
