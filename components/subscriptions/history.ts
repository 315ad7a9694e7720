import {
  Ban,
  CalendarX,
  CirclePause,
  CirclePlay,
  CircleSlash,
  type LucideIcon,
  ReceiptText,
} from 'lucide-react';
import { BILLING_REASONS, orderTotal } from '@/components/entities/order-status';
import { paymentReason, paymentStatus } from '@/components/entities/payment-status';
import { CANCELLATION_REASONS } from '@/components/subscriptions/cancellation-reasons';
import { formatDate } from '@/components/ui/time';
import type { Order } from '@/lib/resources/orders/schema';
import type { Payment } from '@/lib/resources/payments/schema';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** Something that happened to a subscription. */
export interface HistoryEntry {
  id: string;
  at: string;
  icon: LucideIcon;
  title: string;
  detail?: string | undefined;
  /** Minor units. */
  amount?: number;
  orderId?: string;
  isFailure?: boolean;
}

/**
 * What happened to a subscription, newest first: its orders, the payments that failed or are open, and
 * the changes that still hold. Days are those of `zone`.
 */
export function historyOf(
  subscription: Subscription,
  orders: readonly Order[],
  payments: readonly Payment[],
  zone: string,
): HistoryEntry[] {
  const { started_at } = subscription;
  // Without a trial the first order tells it.
  const isTold = orders.some(({ created_at }) => created_at === started_at);
  const started: HistoryEntry[] =
    started_at && !isTold
      ? [{ id: 'started', at: started_at, icon: CirclePlay, title: 'Started' }]
      : [];
  return [
    ...started,
    ...orders.map(orderEntry),
    ...payments.filter(({ order_id }) => order_id === null).map(paymentEntry),
    ...changeEntries(subscription, zone),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function orderEntry(order: Order): HistoryEntry {
  const { id, created_at, billing_reason, lines } = order;
  return {
    id,
    at: created_at,
    icon: ReceiptText,
    title: BILLING_REASONS[billing_reason],
    // What a change was about is told by its lines alone.
    detail:
      billing_reason === 'subscription_update'
        ? lines.map(({ description }) => description).join(', ')
        : undefined,
    amount: orderTotal(order),
    orderId: id,
  };
}

function paymentEntry(payment: Payment): HistoryEntry {
  const { id, created_at, amount, status } = payment;
  const { icon, label } = paymentStatus(payment);
  return {
    id,
    at: created_at,
    icon,
    title: `Payment ${label.toLowerCase()}`,
    detail: paymentReason(payment),
    amount,
    isFailure: status === 'declined',
  };
}

function changeEntries(subscription: Subscription, zone: string): HistoryEntry[] {
  const { canceled_at, paused_at, ended_at, status } = subscription;
  const { cancellation_reason, cancellation_comment, cancel_at_period_end } = subscription;
  const day = subscription.current_period_end && formatDate(subscription.current_period_end, zone);
  const why = [
    cancellation_reason && CANCELLATION_REASONS[cancellation_reason],
    cancellation_comment && `“${cancellation_comment}”`,
  ].filter(Boolean);
  const isEnding = canceled_at !== null && canceled_at !== ended_at;
  const entries: (HistoryEntry | null)[] = [
    isEnding
      ? {
          id: 'canceled',
          at: canceled_at,
          icon: CalendarX,
          title: cancel_at_period_end && day ? `Canceled, to end on ${day}` : 'Canceled',
          detail: why.join(': '),
        }
      : null,
    paused_at ? { id: 'paused', at: paused_at, icon: CirclePause, title: 'Paused' } : null,
    ended_at
      ? {
          id: 'ended',
          at: ended_at,
          icon: status === 'unpaid' ? Ban : CircleSlash,
          title: status === 'unpaid' ? 'Unpaid after the last try' : 'Ended',
          detail: isEnding ? undefined : why.join(': '),
        }
      : null,
  ];
  return entries.filter((entry) => entry !== null);
}
