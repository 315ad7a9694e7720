'use client';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';

/** Simulates the bank's authentication (3-D Secure) in the sandbox. */
export function AuthenticationDialog({
  amount,
  onApprove,
  onFail,
}: {
  amount: string;
  onApprove: () => void;
  onFail: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onFail}
      modal
      title="Confirm the payment with your bank"
      description={`The bank asks whether you want to pay ${amount}. This is the sandbox: choose what the bank would answer.`}
    >
      <DialogActions>
        <Button className="h-11!" onClick={onFail}>
          Fail
        </Button>
        <Button className="h-11!" variant="primary" onClick={onApprove}>
          Approve
        </Button>
      </DialogActions>
    </Dialog>
  );
}
