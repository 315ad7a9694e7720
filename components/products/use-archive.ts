import { useQueryClient } from '@tanstack/react-query';
import { openCheckouts } from '@/components/products/open-checkouts';
import { useOrganization } from '@/components/session/organization';
import { pluralize } from '@/components/ui/money';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { queryKeyOf } from '@/lib/client/query-key';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { RUNNING_STATUSES } from '@/lib/resources/subscriptions/rules';

/** Archives and restores a product, as an optimistic update. Existing subscriptions are not affected. */
export function useArchive({ id, name, is_recurring }: Product) {
  const client = useQueryClient();
  const { id: organization } = useOrganization();
  const update = useCommand(updateProduct);
  const params = { id };
  const key = queryKeyOf(getProduct, { params });

  async function set(isArchived: boolean) {
    const before = client.getQueryData<Product>(key);
    client.setQueryData<Product>(key, (shown) => shown && { ...shown, is_archived: isArchived });
    try {
      await update.mutateAsync({ params, body: { is_archived: isArchived } });
    } catch (error) {
      client.setQueryData(key, before);
      showErrorToast(`Could not ${isArchived ? 'archive' : 'restore'} ${name}.`, error);
      return false;
    }
    return true;
  }

  /** How many subscriptions keep renewing. */
  async function countRunningSubscriptions(): Promise<number | null> {
    if (!is_recurring) return 0;
    const status = [...RUNNING_STATUSES];
    const scope = { organization_id: [organization], product_id: [id], status, limit: 1 };
    return countOrNull(client.fetchQuery(query(listSubscriptions, { query: scope })));
  }

  return {
    pending: update.isPending,
    async archive() {
      const ending = countOrNull(client.fetchQuery(openCheckouts(organization, id)));
      const [count, open, done] = await Promise.all([
        countRunningSubscriptions(),
        ending,
        set(true),
      ]);
      if (done) showToast(archivedMessage(name, count, open), { undo: () => void set(false) });
    },
    async restore() {
      if (await set(false)) showToast(`${name} can be bought again.`);
    },
  };
}

/** The total of a list; null if it could not be loaded. */
function countOrNull(
  asked: Promise<{ pagination: { total_count: number } }>,
): Promise<number | null> {
  return asked.then(
    ({ pagination }) => pagination.total_count,
    () => null,
  );
}

function archivedMessage(name: string, count: number | null, open: number | null): string {
  const ends = open ? ` ${pluralize(open, 'open checkout')} will be refused.` : '';
  if (count === 0) return `${name} is archived: it cannot be bought any more.${ends}`;
  const who =
    count === null
      ? 'Present subscriptions keep'
      : `${pluralize(count, 'subscription')} ${count === 1 ? 'keeps' : 'keep'}`;
  return `${name} is archived. ${who} renewing.${ends}`;
}
