import type { PaymentMethodDetails, Subscription } from '@/lib/resources/subscriptions/schema';

/** "Quill Pro for Ada Byron". */
export function subscriptionName({ product, customer }: Subscription): string {
  return `${product.name} for ${customer.name ?? customer.email}`;
}

/** "Visa ending in 4242". */
export function methodLabel(method: PaymentMethodDetails | null): string {
  if (!method) return 'no payment method';
  const brand = method.brand.charAt(0).toUpperCase() + method.brand.slice(1);
  return `${brand} ending in ${method.last4}`;
}
