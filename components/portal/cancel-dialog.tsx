'use client';

import { useOwn, useOwnCommand } from '@/components/portal/portal';
import { CANCEL } from '@/components/portal/subscription-texts';
import { lostBenefits } from '@/components/purchase/lost-benefits';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import {
  cancelCustomerSubscription,
  previewCustomerSubscription,
} from '@/lib/resources/subscriptions/operations';
import type { CustomerSubscription } from '@/lib/resources/subscriptions/schema';

/** Asks before a cancellation, and says what ends when. */
export function CancelDialog({
  subscription: { id, product, status },
  onClose,
}: {
  subscription: CustomerSubscription;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const cancel = useOwnCommand(cancelCustomerSubscription);
  const query = { cancel_at_period_end: true };
  const { data: preview, isPending } = useOwn(previewCustomerSubscription, {
    params: { id },
    query,
  });
  const effects = [
    status === 'past_due' || !preview?.ends_at
      ? CANCEL.now
      : CANCEL.effects(formatDate(preview.ends_at, zone)),
    ...(preview && preview.benefits_revoked > 0
      ? [CANCEL.loses(lostBenefits(preview, product), preview.benefits_revoked)]
      : []),
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={CANCEL.title(product.name)}
      verb={CANCEL.verb}
      dismiss={CANCEL.dismiss}
      effects={isPending ? <EffectsSkeleton /> : effects.join(' ')}
      loading={isPending}
      onConfirm={async () => {
        await cancel.mutateAsync({ params: { id } });
        showToast(CANCEL.done);
      }}
    />
  );
}

/** As high as the two lines that the effects mostly have. */
function EffectsSkeleton() {
  return (
    <span className="flex h-10 flex-col justify-around">
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </span>
  );
}
