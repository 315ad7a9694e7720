import type { QueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import type { BulkAction } from '@/components/data-table/bulk-actions';
import { BULK } from '@/components/products/list-texts';
import { fetchTotal } from '@/lib/client/totals';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { listSubscriptions } from '@/lib/resources/subscriptions/operations';

type Action = BulkAction<Product, typeof updateProduct>;

const RESTORE: Action = {
  ...BULK.restore,
  icon: ArchiveRestore,
  operation: updateProduct,
  input: ({ id }) => ({ params: { id }, body: { is_archived: false } }),
  skips: ({ is_archived }) => (is_archived ? null : BULK.restore.skips),
  effects: (products) => BULK.restore.effects(products.length),
};

/** What can be done with several products of an organization; archiving counts what it ends. */
export function bulkActionsOf(client: QueryClient, organizationId: string): Action[] {
  return [
    {
      ...BULK.archive,
      icon: Archive,
      operation: updateProduct,
      input: ({ id }) => ({ params: { id }, body: { is_archived: true } }),
      skips: ({ is_archived }) => (is_archived ? BULK.archive.skips : null),
      effects: async (products) => {
        const organization_id = [organizationId];
        const [checkouts, subscriptions] = await Promise.all([
          countFor(products, (product_id) =>
            fetchTotal(client, listCheckouts, {
              query: { organization_id, product_id, status: ['open'] },
            }),
          ),
          countFor(products, (product_id) =>
            fetchTotal(client, listSubscriptions, {
              query: { organization_id, product_id, status: [...RUNNING_STATUSES], paused: false },
            }),
          ),
        ]);
        return BULK.archive.effects(products.length, checkouts, subscriptions);
      },
      undo: RESTORE,
    },
    RESTORE,
  ];
}

/** The ids of one call, whose address stays short enough. */
const IDS_PER_CALL = 100;

/** The total of lists of what belongs to products. */
async function countFor(
  products: readonly Product[],
  count: (ids: string[]) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let from = 0; from < products.length; from += IDS_PER_CALL) {
    const ids = products.slice(from, from + IDS_PER_CALL).map(({ id }) => id);
    total += await count(ids);
  }
  return total;
}
