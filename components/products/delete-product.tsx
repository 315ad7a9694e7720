'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { salesQueries } from '@/components/products/sales-queries';
import { DELETE, deleteEffects } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { deleteProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/** The menu of a product: Delete, where nothing was sold of it; otherwise why not. */
export function ProductMenu({ product }: { product: Product }) {
  const { id } = useOrganization();
  const sales = salesQueries(id, product);
  const sold = useTotal(sales.orders) + useTotal(sales.subscriptions);
  const checkouts = useTotal(sales.checkouts);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <ActionsMenu
        groups={[
          [
            {
              label: DELETE.action,
              icon: Trash2,
              danger: true,
              blockedBy: sold > 0 ? DELETE.sold : checkouts > 0 ? DELETE.checkouts : null,
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      {isDeleting && <DeleteProduct product={product} onClose={() => setDeleting(false)} />}
    </>
  );
}

function useTotal(options: ReturnType<typeof salesQueries>[keyof ReturnType<typeof salesQueries>]) {
  const { data } = useQuery<{ pagination: { total_count: number } }>(options as never);
  return data?.pagination.total_count ?? 0;
}

function DeleteProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { id: organizationId } = useOrganization();
  const scope = { organization_id: [organizationId], product_id: [product.id], limit: 1 };
  const links = useQuery({ ...query(listCheckoutLinks, { query: scope }), staleTime: 0 });
  return (
    <DeleteDialog
      open
      onClose={onClose}
      operation={deleteProduct}
      id={product.id}
      section="products"
      deleted={DELETE.deleted}
      title={DELETE.title(product.name)}
      verb={DELETE.verb}
      loading={links.isPending}
      effects={
        links.isPending ? (
          <Skeleton className="h-4 w-56" />
        ) : (
          deleteEffects(links.data?.pagination.total_count ?? null)
        )
      }
    />
  );
}
