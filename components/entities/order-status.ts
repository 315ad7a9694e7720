import { CircleCheck, Gift, Undo2 } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { BillingReason, Order, OrderStatus } from '@/lib/resources/orders/schema';

export const ORDER_STATUS: Record<OrderStatus, Status> = {
  paid: { tone: 'ok', icon: CircleCheck, label: 'Paid' },
  partially_refunded: { tone: 'idle', icon: Undo2, label: 'Partially refunded' },
  refunded: { tone: 'idle', icon: Undo2, label: 'Refunded' },
};
const FREE: Status = { tone: 'idle', icon: Gift, label: 'Free' };

export function orderTotal({ amount, tax_amount }: Pick<Order, 'amount' | 'tax_amount'>): number {
  return amount + tax_amount;
}

export function orderStatus(order: Pick<Order, 'amount' | 'tax_amount' | 'status'>): Status {
  return orderTotal(order) === 0 ? FREE : ORDER_STATUS[order.status];
}

export const BILLING_REASONS: Record<BillingReason, string> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Plan change',
};
