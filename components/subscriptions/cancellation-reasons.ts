import type { Subscription } from '@/lib/resources/subscriptions/schema';

/** Why a subscription was canceled, as the seller reads it. */
export const CANCELLATION_REASONS: Record<
  NonNullable<Subscription['cancellation_reason']>,
  string
> = {
  too_expensive: 'Too expensive',
  missing_features: 'Missing features',
  switched_service: 'Switched to another service',
  unused: 'Not used enough',
  customer_service: 'Unhappy with the support',
  low_quality: 'Unhappy with the quality',
  too_complex: 'Too complex',
  other: 'Something else',
};
