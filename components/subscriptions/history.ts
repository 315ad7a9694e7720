import {
  BadgePercent,
  Ban,
  CalendarX,
  CirclePause,
  CirclePlay,
  CircleSlash,
  type LucideIcon,
  ReceiptText,
  Tag,
  TicketX,
  TriangleAlert,
} from 'lucide-react';
import { BILLING_REASONS, orderTotal } from '@/components/entities/order-status';
import { paymentReason, paymentStatus } from '@/components/entities/payment-status';
import { CANCELLATION_REASONS } from '@/components/subscriptions/cancellation-reasons';
import { formatMoney } from '@/components/ui/money';
import { formatDate } from '@/components/ui/time';
import type { Order } from '@/lib/resources/orders/schema';
import { cardName } from '@/lib/resources/payments/rules';
import type { Payment } from '@/lib/resources/payments/schema';
import { ENDED_STATUSES, isOneOf } from '@/lib/resources/subscription-statuses/rules';
import type { Subscription, SubscriptionChange } from '@/lib/resources/subscriptions/schema';

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

interface Happened {
  orders: readonly Order[];
  payments: readonly Payment[];
  /** Those of the checkout that it was bought with. */
  bought: readonly Payment[];
  /** Newest first. */
  changes: readonly SubscriptionChange[];
}

/**
 * What happened to a subscription, newest first: its orders, the payments that failed or are open, and its
 * changes. Days are those of `zone`.
 */
export function historyOf(
  subscription: Subscription,
  { orders, payments, bought, changes }: Happened,
  zone: string,
): HistoryEntry[] {
  const { started_at } = subscription;
  const paymentOf = new Map([...payments, ...bought].map((payment) => [payment.order_id, payment]));
  // Without a trial the first order tells it.
  const isTold = orders.some(({ created_at }) => created_at === started_at);
  const started: HistoryEntry[] =
    started_at && !isTold
      ? [{ id: 'started', at: started_at, icon: CirclePlay, title: 'Started' }]
      : [];
  // Of one moment, a change comes after the payment that led to it: it stands above.
  return [
    ...changes
      .slice(0, -1)
      .flatMap((change, index) => changeEntries(change, changes[index + 1], subscription.currency)),
    ...cancellationEntries(subscription, zone),
    ...orders.map((order) => orderEntry(order, paymentOf.get(order.id))),
    ...payments.filter(({ order_id }) => order_id === null).map(paymentEntry),
    ...started,
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function orderEntry(order: Order, payment: Payment | undefined): HistoryEntry {
  const { id, created_at, billing_reason, lines, refunded_amount, currency } = order;
  // What a change was about is told by its lines alone.
  const change = billing_reason === 'subscription_update' ? lines : [];
  const refunded =
    refunded_amount > 0 ? [`${formatMoney(refunded_amount, currency)} refunded`] : [];
  return {
    id,
    at: created_at,
    icon: ReceiptText,
    title: BILLING_REASONS[billing_reason],
    detail: detailOf(
      ...change.map(({ description }) => description),
      payment && chargedTo(payment),
      ...refunded,
    ),
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
    detail: detailOf(chargedTo(payment), paymentReason(payment)),
    amount,
    isFailure: status === 'declined',
  };
}

function chargedTo({ payment_method }: Payment): string | null {
  return payment_method && cardName(payment_method);
}

function detailOf(...parts: (string | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(', ') || undefined;
}

/** When and why somebody canceled it. */
function cancellationEntries(subscription: Subscription, zone: string): HistoryEntry[] {
  const { canceled_at, cancel_at_period_end, current_period_end } = subscription;
  const { cancellation_reason, cancellation_comment } = subscription;
  if (canceled_at === null) return [];
  const day = current_period_end && formatDate(current_period_end, zone);
  const why = [
    cancellation_reason && CANCELLATION_REASONS[cancellation_reason],
    cancellation_comment && `“${cancellation_comment}”`,
  ].filter(Boolean);
  return [
    {
      id: 'canceled',
      at: canceled_at,
      icon: CalendarX,
      title: cancel_at_period_end && day ? `Canceled, to end on ${day}` : 'Canceled',
      detail: why.join(': '),
    },
  ];
}

/** What is different between two changes that follow each other. */
function changeEntries(
  after: SubscriptionChange,
  before: SubscriptionChange | undefined,
  currency: string | null,
): HistoryEntry[] {
  if (!before) return [];
  const what = [
    statusChange(after, before),
    after.price_id !== before.price_id && {
      icon: Tag,
      title: `Price changed to ${price(after, currency)}`,
    },
    after.is_paused && !before.is_paused && { icon: CirclePause, title: 'Paused' },
    before.is_paused && isLive(after) && !after.is_paused && { icon: CirclePlay, title: 'Resumed' },
    after.discount_id !== before.discount_id && {
      icon: after.discount_id === null ? TicketX : BadgePercent,
      title: after.discount_id === null ? 'Discount removed' : 'Discount set',
    },
  ];
  return what
    .filter((one) => one !== false)
    .map((one) => ({ ...one, id: `${after.changed_at} ${one.title}`, at: after.changed_at }));
}

function statusChange(
  { status }: SubscriptionChange,
  { status: before }: SubscriptionChange,
): { icon: LucideIcon; title: string } | false {
  if (status === before) return false;
  switch (status) {
    case 'active':
      return { icon: CirclePlay, title: before === 'trialing' ? 'Trial ended' : 'Active again' };
    case 'past_due':
      return { icon: TriangleAlert, title: 'Past due' };
    case 'unpaid':
      return { icon: Ban, title: 'Unpaid after the last try' };
    case 'canceled':
      return { icon: CircleSlash, title: 'Ended' };
    default:
      return false;
  }
}

function isLive({ status }: SubscriptionChange): boolean {
  return !isOneOf(ENDED_STATUSES, status);
}

function price(
  { amount, recurring_interval }: SubscriptionChange,
  currency: string | null,
): string {
  return amount === null ? 'Free' : `${formatMoney(amount, currency)} / ${recurring_interval}`;
}
