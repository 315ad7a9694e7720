'use client';

import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleX, Gift, Hourglass, RefreshCw } from 'lucide-react';
import { NamedLink } from '@/components/entities/named-link';
import { TEST_CLOCK_ITEMS } from '@/components/settings/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge, type Status } from '@/components/ui/badge';
import { Money, pluralize } from '@/components/ui/money';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { capitalized } from '@/lib/contract/formats';
import { getCheckout } from '@/lib/resources/checkouts/operations';
import type {
  TestClockItem,
  TestClockItemKind,
  TestClockItemOutcome,
} from '@/lib/resources/test-clocks/schema';

const KINDS: Record<TestClockItemKind, { one: string; many: string }> = TEST_CLOCK_ITEMS.kinds;

const OUTCOMES: Record<TestClockItemOutcome, Status> = {
  paid: { tone: 'ok', icon: CircleCheck, label: TEST_CLOCK_ITEMS.paid },
  free: { tone: 'ok', icon: Gift, label: TEST_CLOCK_ITEMS.free },
  failed: { tone: 'bad', icon: CircleX, label: TEST_CLOCK_ITEMS.fails },
  ended: { tone: 'idle', icon: Ban, label: TEST_CLOCK_ITEMS.ends },
  expired: { tone: 'idle', icon: Hourglass, label: TEST_CLOCK_ITEMS.expires },
  changed: { tone: 'info', icon: RefreshCw, label: TEST_CLOCK_ITEMS.changes },
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
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label={label} className="flex flex-col">
        {items.map((item, place) => (
          // An object may have several items, even at one time; the list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Row key={place} item={item} />
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

function Row({
  item: { at, kind, object_id, amount, currency, outcome },
}: {
  item: TestClockItem;
}) {
  const name = capitalized(KINDS[kind].one);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
        {kind === 'expiry' ? (
          <ExpiryLink id={object_id} />
        ) : (
          <>
            {/* A payment is one of a checkout or of a subscription, which only its id tells. */}
            {kind === 'payment' ? (
              name
            ) : (
              <EntityLink section="subscriptions" id={object_id}>
                {name}
              </EntityLink>
            )}
            <Badge status={OUTCOMES[outcome]} />
          </>
        )}
      </span>
      {kind !== 'expiry' && <Money amount={amount} currency={currency} className="text-end" />}
      <span className="col-span-2 text-xs text-muted">
        <Time value={at} show="datetime" />
      </span>
    </li>
  );
}
