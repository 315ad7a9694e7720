'use client';

import { useState } from 'react';
import { OverlapField } from '@/components/entities/overlap-field';
import { useOwnCommand } from '@/components/portal/portal';
import { REPLACE } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { showToast } from '@/components/ui/toast';
import { rotateCustomerLicenseKey } from '@/lib/resources/license-keys/operations';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** Gives a key of the customer a new value, and asks how long the old one goes on working. */
export function RotateDialog({
  licenseKey: { id, display_key },
  onClose,
}: {
  licenseKey: LicenseKey;
  onClose: () => void;
}) {
  const [hours, setHours] = useState(72);
  const rotate = useOwnCommand(rotateCustomerLicenseKey);
  const submit = async () => {
    try {
      await rotate.mutateAsync({ params: { id }, body: { overlap_hours: hours } });
      showToast(REPLACE.done);
      onClose();
    } catch {
      // The dialog shows it.
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={REPLACE.title(display_key)}
      description={REPLACE.text}
    >
      <OverlapField hours={hours} onChange={setHours} />
      {rotate.error && <ErrorNote error={rotate.error} />}
      <DialogActions>
        <Button onClick={onClose}>{REPLACE.cancel}</Button>
        <Button variant="primary" pending={rotate.isPending} onClick={() => void submit()}>
          {REPLACE.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
