'use client';

import { SearchX } from 'lucide-react';
import { Notice } from '@/components/hosted-checkout/checkout-frame';
import { UNKNOWN } from '@/components/hosted-checkout/texts';

/** No checkout has this client secret. Apart from the other notices, as every checkout loads what it might not find. */
export function UnknownCheckout() {
  return (
    <Notice icon={<SearchX aria-hidden className="size-7 text-muted" />} title={UNKNOWN.title}>
      <p className="text-muted">{UNKNOWN.text}</p>
    </Notice>
  );
}
