'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { addCall, type EndedCall } from '@/lib/client/call-log';
import { noteSession } from '@/lib/client/session-gate';

/**
 * Puts answers that the server prefetched for a seller's session into the cache of the browser tab. Pages render
 * it without `state` too, where nothing was prefetched: the tree stays the same then, and React keeps what
 * somebody has opened or typed on a page that the router loads again.
 */
export function SellerHydration({
  state,
  calls,
  children,
}: {
  state: DehydratedState | undefined;
  /** The calls that were made for it. */
  calls: readonly EndedCall[];
  children: ReactNode;
}) {
  // A later call that is answered 401 then asks to sign in over the page.
  const isSignedIn = state !== undefined;
  useEffect(() => {
    if (isSignedIn) noteSession();
  }, [isSignedIn]);
  useEffect(() => {
    for (const call of calls) addCall(call);
  }, [calls]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
