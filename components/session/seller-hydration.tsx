'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { noteSession } from '@/lib/client/session-gate';

/** Puts answers that the server prefetched for a seller's session into the cache of the browser tab. */
export function SellerHydration({
  state,
  children,
}: {
  state: DehydratedState;
  children: ReactNode;
}) {
  // A later call that is answered 401 then asks to sign in over the page.
  useEffect(() => noteSession(), []);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
