'use client';

import type { ReactNode } from 'react';
import type { SubscriptionAction } from '@/components/subscriptions/actions';
import type { ChargedAt } from '@/components/subscriptions/effect-sentences';
import { changedSince, Effects, usePreview } from '@/components/subscriptions/effects';
import { methodLabel, subscriptionTitle } from '@/components/subscriptions/names';
import { CONFIRM_ACTION, EFFECTS } from '@/components/subscriptions/texts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatMoney } from '@/components/ui/money';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { ApiFailure } from '@/lib/client/client';
import { useCommand, useRefresh } from '@/lib/client/queries';
import { versionOf } from '@/lib/client/versions';
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
    const ifMatch = versionOf(subscription);
    if (action === 'cancel_now') await cancel.mutateAsync({ params, ifMatch });
    else if (action !== 'retry')
      await update.mutateAsync({ params, body: BODIES[action] ?? {}, ifMatch });
    else if ((await retry.mutateAsync({ params })).status !== 'active') {
      showToast(CONFIRM_ACTION.thePaymentIsBeing);
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
      blockedBy={preview.error && !preview.data ? EFFECTS.notLoaded : null}
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
      onConfirm={() => run().catch(explain)}
    />
  );
}

/** Throws the failure, in other words where the subscription has changed since its effects were shown. */
function explain(error: unknown): never {
  const detail = error instanceof ApiFailure ? changedSince(error) : undefined;
  if (!(error instanceof ApiFailure) || !detail) throw error;
  throw new ApiFailure(error.status, { ...error.body, detail });
}

/** The charge that a pause puts off, and the discount whose months it does not stop. */
function PutOff({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const { data } = usePreview(subscription, {});
  const { discount, currency } = subscription;
  return (
    <>
      {data?.next_charge_at && (
        <p className="text-ink">
          {CONFIRM_ACTION.putsOff(
            formatMoney(data.next_charge_amount, currency),
            formatDate(data.next_charge_at, zone),
          )}
        </p>
      )}
      {discount?.duration === 'repeating' && <p>{CONFIRM_ACTION.discountGoesOn(discount.name)}</p>}
    </>
  );
}

function wordsOf(action: ConfirmedAction, subscription: Subscription, zone: string): Words {
  const name = subscriptionTitle(subscription);
  const { paused_at, discount, status, payment_method } = subscription;
  const product = subscription.product.name;
  switch (action) {
    case 'keep':
      return {
        title: CONFIRM_ACTION.keepTitle(product),
        verb: CONFIRM_ACTION.keep,
        lead: CONFIRM_ACTION.itDoesNotEnd,
        done: CONFIRM_ACTION.kept(name),
      };
    case 'pause':
      return {
        title: CONFIRM_ACTION.pauseTitle(product),
        verb: CONFIRM_ACTION.pause,
        lead: CONFIRM_ACTION.itIsNotCharged,
        done: CONFIRM_ACTION.paused(name),
      };
    case 'resume':
      return {
        title: CONFIRM_ACTION.resumeTitle(product),
        verb: CONFIRM_ACTION.resume,
        lead: CONFIRM_ACTION.pausedSinceTheEnd(paused_at ? formatDate(paused_at, zone) : 'today'),
        done: CONFIRM_ACTION.resumed(name),
      };
    case 'remove_discount':
      return {
        title: CONFIRM_ACTION.removeTheDiscount(discount?.name ?? ''),
        verb: CONFIRM_ACTION.remove,
        lead: CONFIRM_ACTION.fromTheNextCharge(name),
        done: CONFIRM_ACTION.removedTheDiscount(discount?.name ?? ''),
        isHarm: true,
      };
    case 'cancel_now':
      return {
        title: CONFIRM_ACTION.cancelNowTitle(name),
        verb: CONFIRM_ACTION.cancelNow,
        lead: CONFIRM_ACTION.itEndsNowFor,
        done: CONFIRM_ACTION.canceled(name),
        isHarm: true,
      };
    case 'retry':
      return {
        title: CONFIRM_ACTION.retryThePayment(product),
        verb: CONFIRM_ACTION.chargeNow,
        lead: CONFIRM_ACTION.charges(
          methodLabel(payment_method),
          status === 'unpaid'
            ? 'Once it is paid, the subscription is active again and a new period starts today.'
            : 'Once it is paid, the subscription is active again. If it is declined, the scheduled retries stay as they are.',
        ),
        done: CONFIRM_ACTION.chargedIsActiveAgain(name),
      };
  }
}
