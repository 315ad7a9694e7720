'use client';

import { ReplaceKeyDialog } from '@/components/entities/replace-key-dialog';
import { useOwnCommand } from '@/components/portal/portal';
import { REPLACE } from '@/components/portal/texts';
import { showToast } from '@/components/ui/toast';
import { rotateCustomerLicenseKey } from '@/lib/resources/license-keys/operations';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** Gives a key of the customer a new value. */
export function RotateDialog(props: { licenseKey: LicenseKey; onClose: () => void }) {
  const replacement = useOwnCommand(rotateCustomerLicenseKey);
  return (
    <ReplaceKeyDialog
      {...props}
      replacement={replacement}
      words={REPLACE}
      onReplaced={() => showToast(REPLACE.done)}
    />
  );
}
