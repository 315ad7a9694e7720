import {
  Archive,
  BadgeCheck,
  CircleCheck,
  Download,
  GitBranch,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
} from 'lucide-react';
import { priceWords } from '@/components/products/price-words';
import type { Status } from '@/components/ui/badge';
import { countOf } from '@/components/ui/money';
import type { BenefitType } from '@/lib/benefits/schema';
import type { CustomFieldType } from '@/lib/custom-fields/schema';
import type { Product, ProductPrice } from '@/lib/products/schema';

const LIVE: Status = { tone: 'ok', icon: CircleCheck, label: 'Live' };
const ARCHIVED: Status = { tone: 'idle', icon: Archive, label: 'Archived' };

export function productStatus({ is_archived }: Pick<Product, 'is_archived'>): Status {
  return is_archived ? ARCHIVED : LIVE;
}

export function kindWords({ is_recurring }: Pick<Product, 'is_recurring'>): string {
  return is_recurring ? 'Recurring' : 'One-time';
}

/** All prices of a product: "$8.00 / month or $80.00 / year". */
export function pricesWords(prices: readonly ProductPrice[]): string {
  return prices.map(priceWords).join(' or ') || '—';
}

/** The trial of a price in words; null without one. */
export function trialWords(price: ProductPrice): string | null {
  if (price.type !== 'recurring' || price.trial_days === null) return null;
  return `${countOf(price.trial_days, 'day')} free first`;
}

export const BENEFIT_TYPES: Record<BenefitType, { icon: LucideIcon; label: string }> = {
  license_keys: { icon: KeyRound, label: 'License key' },
  downloadables: { icon: Download, label: 'Downloads' },
  custom: { icon: BadgeCheck, label: 'Custom' },
  github_repository: { icon: GitBranch, label: 'Repository access' },
  discord: { icon: MessagesSquare, label: 'Discord role' },
  ads: { icon: Megaphone, label: 'Advertisement' },
};

export const FIELD_TYPES: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Check box',
  select: 'Choice',
};
