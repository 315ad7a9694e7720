'use client';

import { BANK } from '@/components/hosted-checkout/notice-texts';
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
    <Dialog open onOpenChange={onFail} modal title={BANK.title} description={BANK.text(amount)}>
      <DialogActions>
        <Button className="h-11!" onClick={onFail}>
          {BANK.fail}
        </Button>
        <Button className="h-11!" variant="primary" onClick={onApprove}>
          {BANK.approve}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
