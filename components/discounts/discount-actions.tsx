'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DELETE, DETAIL, deletionEffects } from '@/components/discounts/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { deleteDiscount, getDiscount } from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** What can be done with a discount. */
export function DiscountActions({ discount: { id, name, code } }: { discount: Discount }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useCommand(deleteDiscount);
  const uses = useUses(id, isDeleting);
  const edit = path(`discounts/${id}/edit`);
  const input = { params: { id } };
  usePageActions([{ label: DETAIL.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      {code !== null && <CopyButton value={code} label={DETAIL.copyCode} text={DETAIL.copyCode} />}
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {DETAIL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(getDiscount, input)}
        groups={[
          [
            {
              label: DETAIL.delete,
              icon: Trash2,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={DELETE.title(name)}
        verb={DELETE.verb}
        effects={uses.isPending ? DELETE.counting : deletionEffects({ code, ...uses })}
        loading={uses.isPending}
        requests={() => [describeRequest(deleteDiscount, input)]}
        onConfirm={async () => {
          await remove.mutateAsync(input);
          showToast(DELETE.done);
          router.push(path('discounts'));
        }}
      />
    </>
  );
}

/**
 * How many subscriptions that go on, checkout links, and open checkouts have a discount; null where it could
 * not be loaded.
 */
function useUses(discountId: string, enabled: boolean) {
  const { id } = useOrganization();
  const own = { organization_id: [id], discount_id: [discountId], limit: 1 };
  const subscriptions = useQuery({
    ...query(listSubscriptions, {
      query: { ...own, status: ['trialing', 'active', 'past_due', 'unpaid'] },
    }),
    enabled,
    staleTime: 0,
  });
  const links = useQuery({
    ...query(listCheckoutLinks, { query: own }),
    enabled,
    staleTime: 0,
  });
  const checkouts = useQuery({
    ...query(listCheckouts, { query: { ...own, status: ['open'] } }),
    enabled,
    staleTime: 0,
  });
  return {
    isPending: subscriptions.isLoading || links.isLoading || checkouts.isLoading,
    subscriptions: subscriptions.data?.pagination.total_count ?? null,
    links: links.data?.pagination.total_count ?? null,
    checkouts: checkouts.data?.pagination.total_count ?? null,
  };
}
