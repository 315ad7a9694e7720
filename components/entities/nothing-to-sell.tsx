'use client';

import { useQuery } from '@tanstack/react-query';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { query } from '@/lib/client/queries';
import { listProducts } from '@/lib/resources/products/operations';

const TEXTS = {
  none: 'Nothing to sell yet',
  noneText: 'Add a product first: a name and a price.',
  newProduct: 'New product',
  archived: 'All products are archived',
  archivedText: 'Restore a product to sell it again, or add a new one.',
  restore: 'Restore one',
} as const;

/** In place of a form that sells a product, where no product is live: what to do about it. */
export function NothingToSell() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const archived = useQuery(
    query(listProducts, { query: { organization_id: [id], is_archived: true, limit: 1 } }),
  );
  const isArchived = (archived.data?.pagination.total_count ?? 0) > 0;
  return (
    <EmptyState
      title={isArchived ? TEXTS.archived : TEXTS.none}
      actions={
        <>
          {isArchived && (
            <LinkButton variant="primary" href={path('products?is_archived=true')}>
              {TEXTS.restore}
            </LinkButton>
          )}
          <LinkButton variant={isArchived ? 'secondary' : 'primary'} href={path('products/new')}>
            {TEXTS.newProduct}
          </LinkButton>
        </>
      }
    >
      {isArchived ? TEXTS.archivedText : TEXTS.noneText}
    </EmptyState>
  );
}
