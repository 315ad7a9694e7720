'use client';

import { useQuery } from '@tanstack/react-query';
import { PortalLink } from '@/components/customers/portal-link';
import { DELETE, deletionEffects } from '@/components/customers/texts';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { EditAndDelete } from '@/components/shell/edit-and-delete';
import { query } from '@/lib/client/queries';
import { totalOf } from '@/lib/client/totals';
import { deleteCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import type { CustomerWithTotals } from '@/lib/resources/customers/schema';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { cancelSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What can be done with a customer. */
export function CustomerActions({ customer }: { customer: CustomerWithTotals }) {
  return (
    <EditAndDelete
      read={getCustomer}
      update={updateCustomer}
      remove={deleteCustomer}
      id={customer.id}
      section="customers"
      dialog={(close) => <DeleteCustomer customer={customer} onClose={close} />}
    >
      <PortalLink customer={customer} />
    </EditAndDelete>
  );
}

function DeleteCustomer({
  customer,
  onClose,
}: {
  customer: CustomerWithTotals;
  onClose: () => void;
}) {
  const endsNone = useWhyNot()(cancelSubscription);
  const ends = useEnds(customer.id);
  const isBlocked =
    (ends.counts ? ends.counts.subscriptions : customer.active_subscriptions_count) > 0 &&
    endsNone !== null;
  const name = customer.name ?? customer.email;
  const words = ends.counts
    ? deletionEffects({ ...ends.counts, orders: customer.orders_count })
    : DELETE.unknown;
  return (
    <DeleteDialog
      open
      onClose={onClose}
      operation={deleteCustomer}
      id={customer.id}
      section="customers"
      deleted={DELETE.done}
      title={DELETE.title(name)}
      verb={DELETE.verb}
      effects={ends.isPending ? DELETE.counting : isBlocked ? DELETE.ownersOnly : words}
      loading={ends.isPending}
      blockedBy={isBlocked ? endsNone : null}
      {...(isBlocked ? {} : { typedName: name })}
    />
  );
}

/** What a customer's deletion ends: what is not over yet (docs/contract/customers.md#deletion). */
function useEnds(customerId: string) {
  const { id } = useOrganization();
  const own = { organization_id: [id], customer_id: [customerId] };
  const subscriptions = useQuery(
    totalOf(listSubscriptions, {
      query: { ...own, status: ['incomplete', 'trialing', 'active', 'past_due', 'unpaid'] },
    }),
  );
  const keys = useQuery(
    totalOf(listLicenseKeys, { query: { ...own, status: ['granted', 'disabled'] } }),
  );
  const customer = useQuery({
    ...query(getCustomer, { params: { id: customerId } }),
    staleTime: 0,
  });
  const counts = subscriptions.isSuccess &&
    keys.isSuccess &&
    customer.isSuccess && {
      subscriptions: subscriptions.data,
      benefits: customer.data.granted_benefits_count,
      keys: keys.data,
    };
  return {
    counts,
    isPending: subscriptions.isLoading || keys.isLoading || customer.isFetching,
  };
}
