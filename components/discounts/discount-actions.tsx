'use client';

import { useQuery } from '@tanstack/react-query';
import { DELETE, DETAIL, deletionEffects } from '@/components/discounts/texts';
import { useOrganization } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { EditAndDelete } from '@/components/shell/edit-and-delete';
import { CopyButton } from '@/components/ui/copy-button';
import { totalOf } from '@/lib/client/totals';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { deleteDiscount, getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What can be done with a discount. */
export function DiscountActions({ discount }: { discount: Discount }) {
  const { id, code } = discount;
  return (
    <EditAndDelete
      read={getDiscount}
      update={updateDiscount}
      remove={deleteDiscount}
      id={id}
      section="discounts"
      dialog={(close) => <DeleteDiscount discount={discount} onClose={close} />}
    >
      {code !== null && <CopyButton value={code} label={DETAIL.copyCode} text={DETAIL.copyCode} />}
    </EditAndDelete>
  );
}

function DeleteDiscount({ discount, onClose }: { discount: Discount; onClose: () => void }) {
  const { id, name, code } = discount;
  const uses = useUses(id);
  return (
    <DeleteDialog
      open
      onClose={onClose}
      operation={deleteDiscount}
      id={id}
      section="discounts"
      deleted={DELETE.done}
      title={DELETE.title(name)}
      verb={DELETE.verb}
      effects={uses.isPending ? DELETE.counting : deletionEffects({ code, ...uses })}
      loading={uses.isPending}
    />
  );
}

/**
 * How many subscriptions that go on, checkout links, and open checkouts have a discount; null where it could
 * not be loaded.
 */
function useUses(discountId: string) {
  const { id } = useOrganization();
  const own = { organization_id: [id], discount_id: [discountId] };
  const subscriptions = useQuery(
    totalOf(listSubscriptions, {
      query: { ...own, status: ['trialing', 'active', 'past_due', 'unpaid'] },
    }),
  );
  const links = useQuery(totalOf(listCheckoutLinks, { query: own }));
  const checkouts = useQuery(totalOf(listCheckouts, { query: { ...own, status: ['open'] } }));
  return {
    isPending: subscriptions.isLoading || links.isLoading || checkouts.isLoading,
    subscriptions: subscriptions.data ?? null,
    links: links.data ?? null,
    checkouts: checkouts.data ?? null,
  };
}
