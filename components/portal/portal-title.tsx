import type { ReactNode } from 'react';
import { takeFocus } from '@/components/hosted-checkout/checkout-frame';

/** The heading of a page, focused when it appears, so that screen readers read it. */
export function PortalTitle({ children }: { children: ReactNode }) {
  return (
    <h1
      ref={takeFocus}
      tabIndex={-1}
      className="text-xl font-semibold tracking-tight wrap-anywhere outline-none"
    >
      {children}
    </h1>
  );
}
