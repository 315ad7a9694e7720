'use client';

import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '@/components/session/organization';
import type { ConfirmQuestion } from '@/components/ui/confirm-dialog';
import { pluralize } from '@/components/ui/money';
import { totalOf } from '@/lib/client/totals';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import type { Discount } from '@/lib/resources/discounts/schema';
import { CHARGEABLE_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

/** Counts the subscriptions that go on, the checkout links, and the open checkouts that have a discount. */
export function useDiscountDeletion({ id: discountId, code }: Discount): ConfirmQuestion {
  const { id } = useOrganization();
  const own = { organization_id: [id], discount_id: [discountId] };
  const subscriptions = useQuery(
    totalOf(listSubscriptions, {
      query: { ...own, status: [...CHARGEABLE_STATUSES] },
    }),
  );
  const links = useQuery(totalOf(listCheckoutLinks, { query: own }));
  const checkouts = useQuery(totalOf(listCheckouts, { query: { ...own, status: ['open'] } }));
  if (subscriptions.isLoading || links.isLoading || checkouts.isLoading) {
    return { loading: true, effects: 'Counting where it is used…' };
  }
  return {
    effects: deletionEffects({
      code,
      subscriptions: subscriptions.data ?? null,
      links: links.data ?? null,
      checkouts: checkouts.data ?? null,
    }),
  };
}

/** What a discount's deletion does, in numbers; a number that could not be loaded is null. */
function deletionEffects(uses: {
  code: string | null;
  subscriptions: number | null;
  links: number | null;
  checkouts: number | null;
}): string {
  const { code, subscriptions, links, checkouts } = uses;
  const kept =
    subscriptions === 0
      ? ''
      : `${subscriptions === null ? 'Subscriptions' : pluralize(subscriptions, 'subscription')} with it ${subscriptions === 1 ? 'keeps' : 'keep'} the reduced price.`;
  const full =
    links === 0
      ? ''
      : `${links === null ? 'Checkout links' : pluralize(links, 'checkout link')} with it ${links === 1 ? 'sells' : 'sell'} at the full price from now on.`;
  const open =
    checkouts === 0
      ? ''
      : `${checkouts === null ? 'Open checkouts' : pluralize(checkouts, 'open checkout')} with it can no longer be paid at the reduced price.`;
  return [
    'No one can redeem it again.',
    open,
    full,
    kept,
    code !== null && `The code ${code} can be used for another discount.`,
    'This can’t be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
