'use client';

import type { ReactNode } from 'react';
import type { SubscriptionAction } from '@/components/subscriptions/actions';
import type { ChargedAt } from '@/components/subscriptions/effect-sentences';
import { Effects, usePreview } from '@/components/subscriptions/effects';
import { methodLabel, subscriptionName } from '@/components/subscriptions/names';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatMoney } from '@/components/ui/money';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand, useRefresh } from '@/lib/client/queries';
import type { ApiRequest } from '@/lib/client/snippets';
import {
  cancelSubscription,
  retrySubscription,
  updateSubscription,
} from '@/lib/resources/subscriptions/contract';
import type { Subscription, SubscriptionUpdate } from '@/lib/resources/subscriptions/schema';

/** An action that asks for nothing but a confirmation. */
export type ConfirmedAction = Extract<
  SubscriptionAction,
  'keep' | 'pause' | 'resume' | 'remove_discount' | 'cancel_now' | 'retry'
>;

interface Words {
  title: string;
  verb: string;
  lead: ReactNode;
  done: string;
  isHarm?: boolean;
}

const CHANGES = {
  keep: { cancel_at_period_end: false },
  pause: { paused: true },
  resume: { paused: false },
  remove_discount: { remove_discount: true },
  cancel_now: { cancel_now: true },
  retry: {},
} as const;

const BODIES: Partial<Record<ConfirmedAction, SubscriptionUpdate>> = {
  keep: { cancel_at_period_end: false },
  pause: { paused: true },
  resume: { paused: false },
  remove_discount: { discount_id: null },
};

function requestOf(action: ConfirmedAction, id: string): ApiRequest {
  const params = { id };
  if (action === 'cancel_now') return describeRequest(cancelSubscription, { params });
  if (action === 'retry') return describeRequest(retrySubscription, { params });
  return describeRequest(updateSubscription, { params, body: BODIES[action] ?? {} });
}

/** Shows what an action does, and does it once it is confirmed. */
export function ConfirmAction({
  action,
  subscription,
  onClose,
}: {
  action: ConfirmedAction;
  subscription: Subscription;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const { id } = subscription;
  const params = { id };
  const refresh = useRefresh(updateSubscription);
  const update = useCommand(updateSubscription, { onError: refresh });
  const cancel = useCommand(cancelSubscription, { onError: refresh });
  const retry = useCommand(retrySubscription, { onError: refresh });
  const preview = usePreview(subscription, CHANGES[action]);
  const { title, verb, lead, done, isHarm = false } = wordsOf(action, subscription, zone);
  const chargedAt: ChargedAt = action === 'retry' ? 'overdue' : 'next';

  async function run() {
    if (action === 'cancel_now') await cancel.mutateAsync({ params });
    else if (action !== 'retry') await update.mutateAsync({ params, body: BODIES[action] ?? {} });
    else if ((await retry.mutateAsync({ params })).status !== 'active') {
      showToast('The payment is being processed.');
      return;
    }
    showToast(done);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      verb={verb}
      variant={isHarm ? 'danger' : 'primary'}
      {...(action === 'cancel_now' ? { dismiss: 'Go back' } : {})}
      loading={preview.isPending}
      blockedBy={preview.error && !preview.data ? 'Its effects are unknown.' : null}
      effects={
        <div className="flex flex-col gap-4">
          <p>{lead}</p>
          {action === 'pause' ? (
            <PutOff subscription={subscription} />
          ) : (
            <Effects preview={preview} subscription={subscription} chargedAt={chargedAt} />
          )}
        </div>
      }
      requests={() => [requestOf(action, id)]}
      onConfirm={run}
    />
  );
}

/** The charge that a pause puts off. */
function PutOff({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const { data } = usePreview(subscription, {});
  if (!data?.next_charge_at) return null;
  const amount = formatMoney(data.next_charge_amount, subscription.currency);
  return (
    <p className="text-ink">
      Puts off the charge of {amount} on {formatDate(data.next_charge_at, zone)}.
    </p>
  );
}

function wordsOf(action: ConfirmedAction, subscription: Subscription, zone: string): Words {
  const name = subscriptionName(subscription);
  const { paused_at, discount, status, payment_method } = subscription;
  switch (action) {
    case 'keep':
      return {
        title: `Keep ${name}`,
        verb: 'Keep',
        lead: 'It does not end with its period, and renews as before.',
        done: `Kept ${name}.`,
      };
    case 'pause':
      return {
        title: `Pause ${name}`,
        verb: 'Pause',
        lead: 'It is not charged until you resume it, and the buyer keeps the benefits. The end of the period moves by the length of the pause.',
        done: `Paused ${name}.`,
      };
    case 'resume':
      return {
        title: `Resume ${name}`,
        verb: 'Resume',
        lead: `Paused since ${paused_at ? formatDate(paused_at, zone) : 'today'}. The end of its period moves by as much.`,
        done: `Resumed ${name}.`,
      };
    case 'remove_discount':
      return {
        title: `Remove the discount ${discount?.name}`,
        verb: 'Remove',
        lead: `From the next charge on, ${name} is charged at the full price.`,
        done: `Removed the discount ${discount?.name}.`,
        isHarm: true,
      };
    case 'cancel_now':
      return {
        title: `Cancel ${name} now`,
        verb: 'Cancel now',
        lead: 'It ends now for good and is not charged again. Nothing is refunded.',
        done: `Canceled ${name}.`,
        isHarm: true,
      };
    case 'retry':
      return {
        title: 'Retry the payment',
        verb: 'Charge now',
        lead: `Charges ${methodLabel(payment_method)}. ${
          status === 'unpaid'
            ? 'Once it is paid, the subscription is active again and a new period starts today.'
            : 'Once it is paid, the subscription is active again. If it is declined, the planned tries stay as they are.'
        }`,
        done: `Charged. ${name} is active again.`,
      };
  }
}
