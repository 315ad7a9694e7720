'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the page's scripts run: false on the server and until the page is taken over. */
export function useIsReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
