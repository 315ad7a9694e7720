'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { salesQueries } from '@/components/products/sales-queries';
import { DELETE, deleteEffects, PRODUCT_ACTIONS } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Skeleton } from '@/components/ui/skeleton';
import { describeRequest } from '@/lib/client/client';
import { totalIn, totalOf } from '@/lib/client/totals';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { deleteProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/** The menu of a product: Archive; Delete, where nothing was sold of it, otherwise why not. */
export function ProductMenu({ product, onArchive }: { product: Product; onArchive: () => void }) {
  const { id } = useOrganization();
  const sales = salesQueries(id, product);
  const { data: orders = 0 } = useQuery({ ...sales.orders, select: totalIn });
  const { data: subscriptions = 0 } = useQuery({ ...sales.subscriptions, select: totalIn });
  const { data: checkouts = 0 } = useQuery({ ...sales.checkouts, select: totalIn });
  const [isDeleting, setDeleting] = useState(false);
  const whyNot = useWhyNot();
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getProduct, { params: { id: product.id } })}
        groups={[
          [
            !product.is_archived && {
              label: PRODUCT_ACTIONS.archive,
              icon: Archive,
              blockedBy: whyNot(updateProduct),
              onSelect: onArchive,
            },
          ],
          [
            {
              label: DELETE.action,
              icon: Trash2,
              danger: true,
              blockedBy:
                whyNot(deleteProduct) ??
                (orders + subscriptions > 0
                  ? DELETE.sold
                  : checkouts > 0
                    ? DELETE.checkouts
                    : null),
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      {isDeleting && <DeleteProduct product={product} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const { id: organizationId } = useOrganization();
  const ofProduct = { organization_id: [organizationId], product_id: [product.id] };
  const links = useQuery(totalOf(listCheckoutLinks, { query: ofProduct }));
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
        links.isPending ? <Skeleton className="h-4 w-56" /> : deleteEffects(links.data ?? null)
      }
    />
  );
}
