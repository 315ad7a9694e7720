'use client';

import { createContext, use, useEffect, useRef } from 'react';

type Leave = () => void;

export interface LeaveGuard {
  /** Leaves at once, or after the seller has confirmed to discard unsaved changes. */
  confirmThenLeave: (leave: Leave) => void;
  /** Asks before the page is left from now on; returns a function that ends that. */
  hold: () => () => void;
}

/** Where there is no provider, as on a buyer's pages, nothing is asked. */
const UNGUARDED: LeaveGuard = { confirmThenLeave: (leave) => leave(), hold: () => () => {} };

export const LeaveGuardContext = createContext(UNGUARDED);

/** For buttons and keys that leave the page or close a form; links are guarded by themselves. */
export function useConfirmThenLeave(): LeaveGuard['confirmThenLeave'] {
  return use(LeaveGuardContext).confirmThenLeave;
}

/** Asks before unsaved changes are left; returns a function that ends that at once, after they are saved. */
export function useUnsavedChanges(isDirty: boolean): () => void {
  const { hold } = use(LeaveGuardContext);
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return;
    release.current = hold();
    return release.current;
  }, [isDirty, hold]);
  return () => release.current?.();
}
