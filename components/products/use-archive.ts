import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openCheckouts } from '@/components/products/open-checkouts';
import { ARCHIVE, keepRenewing } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { queryKeyOf } from '@/lib/client/query-key';
import { fetchTotal, totalOrNull } from '@/lib/client/totals';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { getProduct, updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';
import { RUNNING_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What archiving a product would leave; null is a number that could not be loaded. */
export interface ArchiveQuestion {
  /** Open ones, which can no longer be paid. */
  checkouts: number | null;
  /** Those that keep renewing. */
  subscriptions: number | null;
}

/** Archives and restores a product, as an optimistic update. Existing subscriptions are not affected. */
export function useArchive({ id, name, is_recurring }: Product) {
  const client = useQueryClient();
  const { id: organization } = useOrganization();
  const update = useCommand(updateProduct);
  const [question, setQuestion] = useState<ArchiveQuestion | null>(null);
  const [isCounting, setCounting] = useState(false);
  const params = { id };
  const key = queryKeyOf(getProduct, { params });
  const inputOf = (isArchived: boolean) => ({ params, body: { is_archived: isArchived } });

  async function set(isArchived: boolean) {
    const before = client.getQueryData<Product>(key);
    client.setQueryData<Product>(key, (shown) => shown && { ...shown, is_archived: isArchived });
    try {
      await update.mutateAsync(inputOf(isArchived));
    } catch (error) {
      client.setQueryData(key, before);
      showErrorToast((isArchived ? ARCHIVE.archiveFailed : ARCHIVE.restoreFailed)(name), error);
      return false;
    }
    return true;
  }

  /** How many subscriptions keep renewing. */
  async function countRunningSubscriptions(): Promise<number | null> {
    if (!is_recurring) return 0;
    const status = [...RUNNING_STATUSES];
    const ofProduct = { organization_id: [organization], product_id: [id], status, paused: false };
    return totalOrNull(fetchTotal(client, listSubscriptions, { query: ofProduct }));
  }

  async function archiveNow({ subscriptions }: Pick<ArchiveQuestion, 'subscriptions'>) {
    if (!(await set(true))) return;
    showToast(archivedMessage(name, subscriptions), { undo: () => void set(false) });
  }

  return {
    pending: update.isPending || isCounting,
    /** What archiving ends, to be confirmed first; null while nothing is asked. */
    question,
    /** Archives; where there are open checkouts, asks first. */
    async archive() {
      setCounting(true);
      const [checkouts, subscriptions] = await Promise.all([
        totalOrNull(fetchTotal(client, listCheckouts, openCheckouts(organization, id))),
        countRunningSubscriptions(),
      ]);
      setCounting(false);
      if (checkouts === 0) await archiveNow({ subscriptions });
      else setQuestion({ checkouts, subscriptions });
    },
    archiveNow,
    dismiss: () => setQuestion(null),
    async restore() {
      if (await set(false)) showToast(ARCHIVE.restored(name));
    },
  };
}

function archivedMessage(name: string, subscriptions: number | null): string {
  return ARCHIVE.archived(
    name,
    subscriptions === 0 ? ARCHIVE.notForSale : keepRenewing(subscriptions),
  );
}
