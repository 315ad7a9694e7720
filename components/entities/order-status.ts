import { CircleCheck, Gift } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import type { BillingReason, Order } from '@/lib/resources/orders/schema';

const PAID: Status = { tone: 'ok', icon: CircleCheck, label: 'Paid' };
const FREE: Status = { tone: 'idle', icon: Gift, label: 'Free' };

export function orderTotal({ amount, tax_amount }: Pick<Order, 'amount' | 'tax_amount'>): number {
  return amount + tax_amount;
}

export function orderStatus(order: Pick<Order, 'amount' | 'tax_amount'>): Status {
  return orderTotal(order) === 0 ? FREE : PAID;
}

export const BILLING_REASONS: Record<BillingReason, string> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Subscription change',
};
