'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { SUBSCRIPTION_STATUS } from '@/components/entities/subscription-status';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { Badge, type Status } from '@/components/ui/badge';
import { ErrorNote } from '@/components/ui/error-state';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { useNow } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';

const DAY = 24 * 60 * 60_000;

/** What a seller should look at, each number being the way to the list of just these. */
export function NeedsAttention() {
  const { id } = useOrganization();
  const now = useNow();
  const [yesterday] = useState(() => new Date(now - DAY).toISOString());
  const scope = { organization_id: [id], limit: 1 };
  const pastDue = useQuery(query(listSubscriptions, { query: { ...scope, status: ['past_due'] } }));
  const unpaid = useQuery(query(listSubscriptions, { query: { ...scope, status: ['unpaid'] } }));
  const failed = useQuery(
    query(listCheckouts, { query: { ...scope, status: ['failed'], created_after: yesterday } }),
  );
  const asked = [pastDue, unpaid, failed];
  const error = asked.find(({ data, isError }) => isError && !data)?.error;
  const isPending = asked.some((one) => one.isPending);
  const isQuiet = asked.every(({ data }) => data?.pagination.total_count === 0);
  return (
    <Section title="Needs attention">
      {error && <ErrorNote error={error} title="Could not count everything." />}
      {isPending && (
        <p className="flex h-10 items-center" aria-busy>
          <LoadingNote label="what needs attention" />
          <Skeleton className="w-40" />
        </p>
      )}
      {isQuiet && (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 text-ok" /> Nothing needs you.
        </p>
      )}
      {!isPending && (
        <ul className="-mt-3 flex flex-col empty:hidden">
          <Line
            status={SUBSCRIPTION_STATUS.past_due}
            text={['subscription', 'subscriptions']}
            count={pastDue.data?.pagination.total_count}
            list="subscriptions?status=past_due"
          />
          <Line
            status={SUBSCRIPTION_STATUS.unpaid}
            text={['subscription', 'subscriptions']}
            count={unpaid.data?.pagination.total_count}
            list="subscriptions?status=unpaid"
          />
          <Line
            status={CHECKOUT_STATUS.failed}
            text={['checkout in 24 hours', 'checkouts in 24 hours']}
            count={failed.data?.pagination.total_count}
            list={`checkouts?status=failed&created_after=${encodeURIComponent(yesterday)}`}
          />
        </ul>
      )}
    </Section>
  );
}

/** Rendered only if the count is not zero. */
function Line({
  status,
  text: [one, many],
  count = 0,
  list,
}: {
  status: Status;
  text: readonly [one: string, many: string];
  count: number | undefined;
  list: string;
}) {
  const path = useOrganizationPath();
  if (count === 0) return null;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={path(list)}
        prefetch={false}
        className="flex min-h-10 items-center gap-3 hover:bg-sunken coarse:min-h-11"
      >
        <Badge status={status} />
        <span className="flex-1">
          {formatCount(count)} {count === 1 ? one : many}
        </span>
        <ChevronRight aria-hidden className="size-4 text-muted" />
      </Link>
    </li>
  );
}
