'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { salesQueries } from '@/components/products/sales-queries';
import { DELETE, deleteEffects } from '@/components/products/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { deleteProduct, getProduct } from '@/lib/resources/products/contract';
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
        request={() => describeRequest(getProduct, { params: { id: product.id } })}
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
      {isDeleting && <DeleteDialog product={product} onClose={() => setDeleting(false)} />}
    </>
  );
}

function useTotal(options: ReturnType<typeof salesQueries>[keyof ReturnType<typeof salesQueries>]) {
  const { data } = useQuery<{ pagination: { total_count: number } }>(options as never);
  return data?.pagination.total_count ?? 0;
}

function DeleteDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { id: organizationId } = useOrganization();
  const router = useRouter();
  const path = useOrganizationPath();
  const remove = useCommand(deleteProduct);
  const params = { id: product.id };
  const scope = { organization_id: [organizationId], product_id: [product.id], limit: 1 };
  const links = useQuery({ ...query(listCheckoutLinks, { query: scope }), staleTime: 0 });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
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
      requests={() => [describeRequest(deleteProduct, { params })]}
      onConfirm={async () => {
        await remove.mutateAsync({ params });
        showToast(DELETE.deleted);
        router.push(path('products'));
      }}
    />
  );
}
