'use client';

import { createContext, use, useEffect, useRef } from 'react';

type Leave = () => void;

/** What is asked before a page is left. */
export interface LeaveQuestion {
  title: string;
  text: string;
  leave: string;
  stay: string;
}

const UNSAVED: LeaveQuestion = {
  title: 'Discard your changes?',
  text: 'They are not saved yet.',
  leave: 'Discard',
  stay: 'Keep editing',
};

export interface LeaveGuard {
  /** Leaves at once, or after the seller has confirmed to discard unsaved changes. */
  confirmThenLeave: (leave: Leave) => void;
  /** Asks before the page is left from now on; returns a function that ends that. */
  hold: (question: LeaveQuestion) => () => void;
}

/** Where there is no provider, as on a buyer's pages, nothing is asked. */
const UNGUARDED: LeaveGuard = { confirmThenLeave: (leave) => leave(), hold: () => () => {} };

export const LeaveGuardContext = createContext(UNGUARDED);

/** For buttons and keys that leave the page or close a form; links are guarded by themselves. */
export function useConfirmThenLeave(): LeaveGuard['confirmThenLeave'] {
  return use(LeaveGuardContext).confirmThenLeave;
}

/** Asks before unsaved changes are left; returns a function that ends that at once, after they are saved. */
export function useUnsavedChanges(isDirty: boolean, question: LeaveQuestion = UNSAVED): () => void {
  const { hold } = use(LeaveGuardContext);
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return;
    release.current = hold(question);
    return release.current;
  }, [isDirty, hold, question]);
  return () => release.current?.();
}
