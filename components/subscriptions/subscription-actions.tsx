'use client';

import {
  BadgePercent,
  Ban,
  CalendarX,
  CirclePause,
  CirclePlay,
  CreditCard,
  type LucideIcon,
  RefreshCw,
  RotateCw,
  Tag,
  TicketX,
} from 'lucide-react';
import { ActionsMenu } from '@/components/shell/page-actions';
import type { SubscriptionAction } from '@/components/subscriptions/actions';
import { SUBSCRIPTION_ACTIONS } from '@/components/subscriptions/texts';
import { Button } from '@/components/ui/button';
import { PrimaryAction } from '@/components/ui/detail';
import { describeRequest } from '@/lib/client/client';
import { ACTIVE_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import { getSubscription } from '@/lib/resources/subscriptions/contract';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

interface Entry {
  action: SubscriptionAction;
  icon: LucideIcon;
  label: string;
  danger?: boolean;
}

/** The first thing to do in a state; the strip of an overdue one has its own buttons. */
function primaryOf({ status, paused_at, cancel_at_period_end }: Subscription): Entry | null {
  if (!isOneOf(ACTIVE_STATUSES, status)) return null;
  if (paused_at) return { action: 'resume', icon: CirclePlay, label: SUBSCRIPTION_ACTIONS.resume };
  if (cancel_at_period_end)
    return { action: 'keep', icon: RefreshCw, label: SUBSCRIPTION_ACTIONS.keep };
  return { action: 'change_price', icon: Tag, label: SUBSCRIPTION_ACTIONS.changePrice };
}

/** Everything that a subscription in its state may be changed by, in groups. */
function entriesOf(subscription: Subscription): Entry[][] {
  const { discount_id, paused_at, cancel_at_period_end } = subscription;
  return [
    [
      { action: 'change_price', icon: Tag, label: SUBSCRIPTION_ACTIONS.changePrice },
      {
        action: 'set_discount',
        icon: BadgePercent,
        label:
          discount_id === null
            ? SUBSCRIPTION_ACTIONS.setDiscount
            : SUBSCRIPTION_ACTIONS.replaceDiscount,
      },
      ...(discount_id === null
        ? []
        : [
            {
              action: 'remove_discount',
              icon: TicketX,
              label: SUBSCRIPTION_ACTIONS.removeDiscount,
            } as const,
          ]),
    ],
    [
      {
        action: 'set_payment_method',
        icon: CreditCard,
        label: SUBSCRIPTION_ACTIONS.useAnotherCard,
      },
      ...(isOverdue(subscription)
        ? [
            {
              action: 'retry',
              icon: RotateCw,
              label: SUBSCRIPTION_ACTIONS.retryPayment,
            } as const,
          ]
        : []),
    ],
    [
      paused_at
        ? { action: 'resume', icon: CirclePlay, label: SUBSCRIPTION_ACTIONS.resume }
        : { action: 'pause', icon: CirclePause, label: SUBSCRIPTION_ACTIONS.pause },
      cancel_at_period_end
        ? { action: 'keep', icon: RefreshCw, label: SUBSCRIPTION_ACTIONS.keep }
        : {
            action: 'cancel_at_period_end',
            icon: CalendarX,
            label: SUBSCRIPTION_ACTIONS.cancelAtPeriodEnd,
          },
      { action: 'cancel_now', icon: Ban, label: SUBSCRIPTION_ACTIONS.cancelNow, danger: true },
    ],
  ];
}

/** What can be done with a subscription in its state: the first thing beside it, everything in the menu. */
export function SubscriptionActions({
  subscription,
  blockedBy,
  onAction,
}: {
  subscription: Subscription;
  blockedBy: (action: SubscriptionAction) => string | null;
  onAction: (action: SubscriptionAction) => void;
}) {
  const primary = primaryOf(subscription);
  return (
    <>
      {primary && (
        <PrimaryAction>
          <Button
            variant="primary"
            icon={primary.icon}
            blockedBy={blockedBy(primary.action)}
            onClick={() => onAction(primary.action)}
          >
            {primary.label}
          </Button>
        </PrimaryAction>
      )}
      <ActionsMenu
        request={() => describeRequest(getSubscription, { params: { id: subscription.id } })}
        groups={entriesOf(subscription).map((entries) =>
          entries.map(({ action, ...entry }) => ({
            ...entry,
            blockedBy: blockedBy(action),
            onSelect: () => onAction(action),
          })),
        )}
      />
    </>
  );
}
