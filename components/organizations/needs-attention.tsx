'use client';

import { useQuery } from '@tanstack/react-query';
import { CalendarX, ChevronRight, CircleCheck, Gauge, KeySquare, Webhook } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { CHECKOUT_STATUS } from '@/components/entities/checkout-status';
import { SUBSCRIPTION_STATUS } from '@/components/entities/subscription-status';
import { useWhyNot } from '@/components/form/rights';
import { ATTENTION } from '@/components/organizations/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import type { Status } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { useNow } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';
import { type Search, writeSearch } from '@/lib/contract/search';
import { DAY_MS } from '@/lib/contract/times';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { ACTIVE_STATUSES } from '@/lib/resources/subscription-statuses/rules';
import { listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { listTokens } from '@/lib/resources/tokens/contract';
import { listWebhookEndpoints } from '@/lib/resources/webhook-endpoints/contract';

/** A reason to look at some rows of a list: what narrows the list to them is the query of its page. */
interface Reason {
  words: { noun: string; state: string };
  look: Pick<Status, 'icon' | 'tone'>;
  operation: AnyOperation;
  page: string;
  filters: Search;
}

/**
 * What a seller may have to act on, the worst first. `now` is the organization's time, `realTime` that by which
 * tokens expire, in milliseconds.
 */
function reasonsAt(now: number, realTime: number): Reason[] {
  const at = (time: number) => new Date(time).toISOString();
  return [
    {
      words: ATTENTION.unpaid,
      look: SUBSCRIPTION_STATUS.unpaid,
      operation: listSubscriptions,
      page: 'subscriptions',
      filters: { status: 'unpaid' },
    },
    {
      words: ATTENTION.pastDue,
      look: SUBSCRIPTION_STATUS.past_due,
      operation: listSubscriptions,
      page: 'subscriptions',
      filters: { status: 'past_due' },
    },
    {
      words: ATTENTION.failedCheckouts,
      look: CHECKOUT_STATUS.failed,
      operation: listCheckouts,
      page: 'checkouts',
      filters: { status: 'failed', created_after: at(now - DAY_MS) },
    },
    {
      words: ATTENTION.webhooks,
      look: { icon: Webhook, tone: 'bad' },
      operation: listWebhookEndpoints,
      page: 'webhooks',
      filters: { is_failing: 'true' },
    },
    {
      words: ATTENTION.ending,
      look: { icon: CalendarX, tone: 'warn' },
      operation: listSubscriptions,
      page: 'subscriptions',
      filters: {
        status: [...ACTIVE_STATUSES],
        cancel_at_period_end: 'true',
        current_period_end_before: at(now + 7 * DAY_MS),
      },
    },
    {
      words: ATTENTION.keysAtLimit,
      look: { icon: Gauge, tone: 'warn' },
      operation: listLicenseKeys,
      page: 'license-keys',
      filters: { status: 'granted', at_limit: 'true' },
    },
    {
      words: ATTENTION.tokens,
      look: { icon: KeySquare, tone: 'warn' },
      operation: listTokens,
      page: 'settings/tokens',
      filters: { expires_after: at(realTime), expires_before: at(realTime + 14 * DAY_MS) },
    },
  ];
}

/** What a seller should look at, each count being the way to the list of just these. */
export function NeedsAttention() {
  const now = useNow();
  const whyNot = useWhyNot();
  const [reasons] = useState(() =>
    reasonsAt(now, Date.now()).filter(({ operation }) => whyNot(operation) === null),
  );
  const counts = reasons.map(useCountOf);
  const failed = counts.find(({ data, isError }) => isError && !data);
  const isPending = counts.some((one) => one.isPending);
  const isQuiet = counts.every(({ data }) => data?.pagination.total_count === 0);
  return (
    <Section title={ATTENTION.title}>
      {failed && (
        <ErrorNote
          error={failed.error}
          title={ATTENTION.failed}
          retrying={failed.isFetching}
          onRetry={() => void Promise.all(counts.map(({ refetch }) => refetch()))}
        />
      )}
      {isPending && (
        <p className="-mt-3 flex h-10 items-center" aria-busy>
          <LoadingNote label={ATTENTION.loading} />
          <Skeleton className="w-40" />
        </p>
      )}
      {isQuiet && (
        <p className="-mt-3 flex h-10 items-center gap-2">
          <CircleCheck aria-hidden className="size-4 text-ok" /> {ATTENTION.none}
        </p>
      )}
      {!isPending && (
        <ul className="-mt-3 flex flex-col empty:hidden">
          {reasons.map((reason, index) => (
            <Line
              key={reason.words.state}
              reason={reason}
              count={counts[index]?.data?.pagination.total_count ?? 0}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Reasons are the same in every render, so the order of hooks is. */
function useCountOf({ operation, filters }: Reason) {
  const { id } = useOrganization();
  const input = { query: { ...filters, organization_id: [id], limit: 1 } };
  const asked = query(operation, input as ContractInput<AnyOperation>);
  return useQuery({
    ...asked,
    select: (answer) => answer as { pagination: { total_count: number } },
  });
}

const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad', info: 'text-info', idle: '' };

/** Rendered only if the count is not zero. */
function Line({
  reason: { words, look, page, filters },
  count,
}: {
  reason: Reason;
  count: number;
}) {
  const path = useOrganizationPath();
  if (count === 0) return null;
  const { icon: Icon, tone } = look;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={path(page) + writeSearch(filters)}
        prefetch={false}
        className="-mx-3 flex min-h-10 items-center gap-3 rounded-control px-3 hover:bg-sunken coarse:min-h-11"
      >
        <Icon aria-hidden className={classes('size-4 shrink-0', TONES[tone])} />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{ATTENTION.count(count, words.noun)}</span>{' '}
          <span className="text-muted">{words.state}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
