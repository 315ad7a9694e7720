'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { CONFIRM } from '@/components/session/texts';
import { Dialog } from '@/components/ui/dialog';
import { confirmationGate } from '@/lib/client/session-gate';

// As in the sign-in dialog: form library and validation are loaded with it.
const ConfirmationForm = dynamic(
  () =>
    import('@/components/session/confirmation-form').then(
      ({ ConfirmationForm }) => ConfirmationForm,
    ),
  { loading: () => <div className="h-32" /> },
);

/** Asks who is at the keyboard, where a call needs it. Calls that wait are repeated then, or fail where it is closed. */
export function ConfirmationDialog() {
  const { subscribe, isWaiting, answer } = confirmationGate;
  const isOpen = useSyncExternalStore(subscribe, isWaiting, () => false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => answer(false)}
      modal
      title={CONFIRM.title}
      description={CONFIRM.text}
    >
      <ConfirmationForm onDone={answer} />
    </Dialog>
  );
}
