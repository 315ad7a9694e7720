import { Archive, CircleCheck } from 'lucide-react';
import type { Status } from '@/components/ui/badge';
import { pluralize } from '@/components/ui/money';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

const LIVE: Status = { tone: 'ok', icon: CircleCheck, label: 'Live' };
const ARCHIVED: Status = { tone: 'idle', icon: Archive, label: 'Archived' };

export function productStatus({ is_archived }: Pick<Product, 'is_archived'>): Status {
  return is_archived ? ARCHIVED : LIVE;
}

export function billingTypeLabel({ is_recurring }: Pick<Product, 'is_recurring'>): string {
  return is_recurring ? 'Recurring' : 'One-time';
}

/** The trial of a price in words; null without one. */
export function trialLabel(price: ProductPrice): string | null {
  if (price.type !== 'recurring' || price.trial_days === null) return null;
  return `${pluralize(price.trial_days, 'day')} free first`;
}
