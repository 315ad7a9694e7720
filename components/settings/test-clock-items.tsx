'use client';

import { useQuery } from '@tanstack/react-query';
import { Ban, CircleX, Clock } from 'lucide-react';
import { NamedLink } from '@/components/entities/named-link';
import { TEST_CLOCK_ITEMS } from '@/components/settings/texts';
import { subscriptionTitle } from '@/components/subscriptions/names';
import { Badge, type Status } from '@/components/ui/badge';
import { formatMoney, Money, pluralize } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { capitalized } from '@/lib/contract/formats';
import { getCheckout } from '@/lib/resources/checkouts/operations';
import { getSubscription } from '@/lib/resources/subscriptions/operations';
import type {
  TestClockItem,
  TestClockItemKind,
  TestClockItemOutcome,
} from '@/lib/resources/test-clocks/schema';

const KINDS: Record<TestClockItemKind, { one: string; many: string }> = TEST_CLOCK_ITEMS.kinds;

type SubscriptionItemKind = Exclude<TestClockItemKind, 'expiry'>;

/** What becomes of a charge, where that is not what its row says: that it is paid. */
const OUTCOMES: Partial<Record<TestClockItemOutcome, Status>> = {
  failed: { tone: 'bad', icon: CircleX, label: TEST_CLOCK_ITEMS.fails },
  ended: { tone: 'bad', icon: Ban, label: TEST_CLOCK_ITEMS.failsForGood },
  changed: { tone: 'info', icon: Clock, label: TEST_CLOCK_ITEMS.takesTime },
};

/** "3 renewals, 1 cancellation": by kind where all items are there, else their number alone. */
export function summaryOf(items: readonly TestClockItem[], total: number): string {
  if (total === 0) return TEST_CLOCK_ITEMS.nothing;
  if (items.length < total) return TEST_CLOCK_ITEMS.events(total);
  const counts = new Map<TestClockItemKind, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => pluralize(count, KINDS[kind].one, KINDS[kind].many))
    .join(', ');
}

/** Forecast items, oldest first; what is beyond the ones given is told as a number. */
export function TestClockItems({
  items,
  total,
  label,
}: {
  items: readonly TestClockItem[];
  total: number;
  label: string;
}) {
  // A payment is one of a subscription or of a checkout, which its id alone does not tell.
  const subscriptions = new Set(
    items
      .filter(({ kind }) => kind !== 'payment' && kind !== 'expiry')
      .map(({ object_id }) => object_id),
  );
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label={label} className="flex flex-col">
        {items.map((item, place) => (
          // An object may have several items, even at one time; the list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Row key={place} item={item} isSubscription={subscriptions.has(item.object_id)} />
        ))}
      </ol>
      {total > items.length && (
        <p className="text-xs text-muted">{TEST_CLOCK_ITEMS.more(total - items.length)}</p>
      )}
    </div>
  );
}

/** "Checkout for Quill Pro expires": nothing is charged by it, and no other outcome can follow. */
function ExpiryLink({ id }: { id: string }) {
  const checkout = useQuery(query(getCheckout, { params: { id } }));
  return (
    <NamedLink
      section="checkouts"
      id={id}
      of={checkout}
      name={({ product }) => TEST_CLOCK_ITEMS.checkoutExpires(product.name)}
      unnamed={TEST_CLOCK_ITEMS.aCheckoutExpires}
    />
  );
}

/** "Renews Quill Pro for Ada Byron". */
function SubscriptionEvent({ kind, id }: { kind: SubscriptionItemKind; id: string }) {
  const subscription = useQuery(query(getSubscription, { params: { id } }));
  return (
    <NamedLink
      section="subscriptions"
      id={id}
      of={subscription}
      name={(found) => TEST_CLOCK_ITEMS.ofSubscription[kind](subscriptionTitle(found))}
      unnamed={capitalized(KINDS[kind].one)}
    />
  );
}

function Row({
  item: { at, kind, object_id, amount, currency, outcome },
  isSubscription,
}: {
  item: TestClockItem;
  isSubscription: boolean;
}) {
  const isCharge =
    kind !== 'expiry' && kind !== 'discount_end' && (amount > 0 || outcome === 'free');
  const status = amount > 0 && isCharge ? OUTCOMES[outcome] : undefined;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
        {kind === 'expiry' ? (
          <ExpiryLink id={object_id} />
        ) : isSubscription ? (
          <SubscriptionEvent kind={kind} id={object_id} />
        ) : (
          capitalized(KINDS[kind].one)
        )}
        {status && <Badge status={status} />}
      </span>
      {isCharge && <Money free amount={amount} currency={currency} className="text-end" />}
      {kind === 'discount_end' && (
        <span className="text-end whitespace-nowrap">
          {TEST_CLOCK_ITEMS.from(formatMoney(amount, currency))}
        </span>
      )}
      <span className="col-span-2 text-xs text-muted">
        <Time value={at} show="datetime" />
      </span>
    </li>
  );
}
