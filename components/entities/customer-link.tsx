import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DELETED } from '@/components/entities/texts';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { query } from '@/lib/client/queries';
import { listCustomers } from '@/lib/resources/customers/contract';

/**
 * A link to the page of the customer whom a sale names. Sales keep naming a deleted customer, who has no page
 * any more (docs/contract/customers.md#deletion): text then, marked as deleted.
 */
export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  const organization = useOrganization();
  // A list, because it leaves a deleted customer out, where their own address would answer 404.
  const found = useQuery(
    query(listCustomers, { query: { organization_id: [organization.id], query: id, limit: 1 } }),
  );
  if (found.data?.items.length === 0) {
    return (
      <span>
        {children} <span className="text-muted">· {DELETED}</span>
      </span>
    );
  }
  return (
    <EntityLink section="customers" id={id}>
      {children}
    </EntityLink>
  );
}
