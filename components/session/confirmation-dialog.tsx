'use client';

import { ConfirmationForm } from '@/components/session/confirmation-form';
import { CONFIRM } from '@/components/session/texts';
import { Dialog } from '@/components/ui/dialog';
import { confirmationGate } from '@/lib/client/session-gate';

/** Asks who is at the keyboard, where a call needs it. Calls that wait are repeated then, or fail where it is closed. */
export function ConfirmationDialog() {
  const { answer } = confirmationGate;
  return (
    <Dialog
      open
      onOpenChange={() => answer(false)}
      modal
      title={CONFIRM.title}
      description={CONFIRM.text}
    >
      <ConfirmationForm onDone={answer} />
    </Dialog>
  );
}
