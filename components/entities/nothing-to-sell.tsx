'use client';

import { useQuery } from '@tanstack/react-query';
import { NOTHING_TO_SELL } from '@/components/entities/texts';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { query } from '@/lib/client/queries';
import { createProduct, listProducts } from '@/lib/resources/products/operations';

const TEXTS = {
  none: NOTHING_TO_SELL.nothingToSellYet,
  noneText: NOTHING_TO_SELL.addAProductFirst,
  newProduct: NOTHING_TO_SELL.newProduct,
  archived: NOTHING_TO_SELL.allProductsAreArchived,
  archivedText: NOTHING_TO_SELL.restoreAProductTo,
  restore: NOTHING_TO_SELL.restoreOne,
} as const;

/** In place of a form that sells a product, where no product is live: what to do about it. */
export function NothingToSell() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const whyNot = useWhyNot();
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
          <LinkButton
            variant={isArchived ? 'secondary' : 'primary'}
            href={path('products/new')}
            blockedBy={whyNot(createProduct)}
          >
            {TEXTS.newProduct}
          </LinkButton>
        </>
      }
    >
      {isArchived ? TEXTS.archivedText : TEXTS.noneText}
    </EmptyState>
  );
}
