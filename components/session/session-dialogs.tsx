'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { confirmationGate, signInGate } from '@/lib/client/session-gate';

// Lists and Home have no form of their own: form library and validation are loaded with the dialog.
const SignInDialog = dynamic(() =>
  import('@/components/session/sign-in-dialog').then(({ SignInDialog }) => SignInDialog),
);
const ConfirmationDialog = dynamic(() =>
  import('@/components/session/confirmation-dialog').then(
    ({ ConfirmationDialog }) => ConfirmationDialog,
  ),
);

/** What a call waits for: a sign-in once the session is over, or that the seller confirms it. */
export function SessionDialogs() {
  const isOver = useIsWaiting(signInGate);
  const isUnconfirmed = useIsWaiting(confirmationGate);
  return (
    <>
      {isOver && <SignInDialog />}
      {isUnconfirmed && <ConfirmationDialog />}
    </>
  );
}

function useIsWaiting({ subscribe, isWaiting }: typeof signInGate | typeof confirmationGate) {
  return useSyncExternalStore(subscribe, isWaiting, () => false);
}
