import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { customerName } from '@/components/entities/customer-name';
import { CUSTOMER_LINK } from '@/components/entities/texts';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { listCustomers } from '@/lib/resources/customers/operations';

/**
 * A link to the page of the customer whom a sale names, or of one of whom the id alone is known. Sales keep naming a
 * deleted customer, who has no page any more (docs/contract/customers.md#deletion): text then, marked as deleted.
 */
export function CustomerLink({ id, children }: { id: string; children?: ReactNode }) {
  const organization = useOrganization();
  // A list, because it leaves a deleted customer out, where their own address would answer 404.
  const found = useQuery(
    query(listCustomers, { query: { organization_id: [organization.id], query: id, limit: 1 } }),
  );
  const [customer] = found.data?.items ?? [];
  if (found.data && !customer) {
    if (children === undefined) return <span className="text-muted">{CUSTOMER_LINK.deleted}</span>;
    return (
      <span>
        {children} <span className="text-muted">· {CUSTOMER_LINK.isDeleted}</span>
      </span>
    );
  }
  if (children === undefined && found.isPending) return <Skeleton className="w-32" />;
  return (
    <EntityLink section="customers" id={id}>
      {children ?? <bdi>{customer ? customerName(customer) : CUSTOMER_LINK.show}</bdi>}
    </EntityLink>
  );
}
