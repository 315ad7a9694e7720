'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ChargedAt, effectSentences } from '@/components/subscriptions/effect-sentences';
import { EFFECTS, onDay } from '@/components/subscriptions/texts';
import { ErrorNote } from '@/components/ui/error-state';
import { Receipt, receiptLines } from '@/components/ui/receipt';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import type { ApiFailure } from '@/lib/client/client';
import { query, useRefresh } from '@/lib/client/queries';
import { versionOf } from '@/lib/client/versions';
import type { QueryOf } from '@/lib/contract/contract';
import { previewSubscription, updateSubscription } from '@/lib/resources/subscriptions/contract';
import type { Subscription, SubscriptionPreview } from '@/lib/resources/subscriptions/schema';

type Change = QueryOf<typeof previewSubscription>;
type PreviewQuery = UseQueryResult<SubscriptionPreview, ApiFailure>;

/**
 * What a change would do, as the API plans it now; nothing is asked while `change` is null. It is asked again for each
 * version of the subscription, so that a change with `If-Match` of that version does what was shown.
 */
export function usePreview(subscription: Subscription, change: Change | null): PreviewQuery {
  const params = { id: subscription.id };
  const { queryKey, ...options } = query(previewSubscription, { params, query: change ?? {} });
  return useQuery({
    ...options,
    queryKey: [...queryKey, versionOf(subscription)],
    enabled: change !== null,
    staleTime: 0,
  });
}

/**
 * The options of a form that changes a subscription as the preview shows it: where the subscription has changed since,
 * the form says so, and the preview is loaded again.
 */
export function usePreviewedChange(subscription: Subscription) {
  return {
    params: { id: subscription.id },
    ifMatch: () => versionOf(subscription),
    onFailure: useRefresh(updateSubscription),
    describeFailure: changedSince,
  };
}

/** The message for a change that was refused because the subscription has another version by now. */
export function changedSince({ status }: ApiFailure): string | undefined {
  return status === 412 ? EFFECTS.changedSince : undefined;
}

/** Why the change is refused; or that its effects could not be loaded, which says nothing about the change. */
function PreviewFailure({ preview, error }: { preview: PreviewQuery; error: ApiFailure }) {
  const isRefused = error.status === 409 || error.status === 422;
  if (isRefused) return <ErrorNote title={EFFECTS.thisCannotBeDone} error={error} />;
  return (
    <ErrorNote
      title={EFFECTS.notLoaded}
      error={error}
      retrying={preview.isFetching}
      onRetry={() => void preview.refetch()}
    />
  );
}

/** The effects of a change in numbers: the receipt of the charge, and what else follows. */
export function Effects({
  preview,
  subscription,
  chargedAt,
  endsLater = false,
}: {
  preview: PreviewQuery;
  subscription: Subscription;
  chargedAt: ChargedAt;
  endsLater?: boolean;
}) {
  const zone = useTimeZone();
  const { data, error } = preview;
  if (!data) {
    return error ? (
      <PreviewFailure preview={preview} error={error} />
    ) : (
      <div className="flex flex-col gap-3 py-1">
        <LoadingNote label={EFFECTS.theEffects} />
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
      </div>
    );
  }
  const { lines, amount_now, next_charge_amount, next_charge_at } = data;
  const day = next_charge_at ? onDay(formatDate(next_charge_at, zone)) : '';
  const total = {
    now: { label: EFFECTS.chargedNow, amount: amount_now },
    overdue: { label: EFFECTS.chargedNow, amount: next_charge_amount },
    next: { label: EFFECTS.nextCharge(day), amount: next_charge_amount },
  }[chargedAt];
  const sentences = effectSentences(data, { subscription, chargedAt, endsLater, zone });
  return (
    <div className="flex flex-col gap-3 text-ink">
      {lines.length > 0 && (
        <Receipt lines={receiptLines(lines)} total={total} currency={subscription.currency} />
      )}
      {sentences.length > 0 && (
        <ul className="flex flex-col gap-1">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
