import { describe, expect, test } from 'vitest';
import { checkoutQuery } from '@/components/hosted-checkout/use-live-checkout';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

describe('when a hosted checkout is read again', () => {
  const { refetchInterval } = checkoutQuery('secret');
  const intervalOf = (status: string, secondsLeft: number) => {
    const expires_at = new Date(Date.now() + secondsLeft * 1000).toISOString();
    return refetchInterval({ state: { data: { status, expires_at } as CheckoutPublic } });
  };

  test('every 15 seconds while it is open', () => {
    expect(intervalOf('open', 3600)).toBe(15_000);
  });

  test('not where the read, late by as much as its interval, would meet the expired checkout', () => {
    expect(intervalOf('open', 29)).toBe(false);
    expect(intervalOf('open', -1)).toBe(false);
  });

  test('every 2 seconds while its payment is processed, and never once it has ended', () => {
    expect(intervalOf('confirmed', -1)).toBe(2000);
    expect(intervalOf('succeeded', 3600)).toBe(false);
  });
});
