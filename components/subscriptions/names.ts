import { cardBrand } from '@/components/entities/card-brand';
import type { PaymentMethodDetails, Subscription } from '@/lib/resources/subscriptions/schema';

/** "Quill Pro for Ada Byron". */
export function subscriptionName({ product, customer }: Subscription): string {
  return `${product.name} for ${customer.name ?? customer.email}`;
}

/** "Visa ending in 4242". */
export function methodLabel(method: PaymentMethodDetails | null): string {
  if (!method) return 'no payment method';
  return `${cardBrand(method.brand)} ending in ${method.last4}`;
}
