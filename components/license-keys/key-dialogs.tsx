'use client';

import { ReplaceKeyDialog } from '@/components/entities/replace-key-dialog';
import { CUSTOMERS } from '@/components/entities/searchable-customers';
import { EntityField } from '@/components/entity-picker/entity-field';
import { DialogForm } from '@/components/form/dialog-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { ROTATION, TRANSFER, USAGE } from '@/components/license-keys/texts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import {
  resetLicenseKeyUsage,
  rotateLicenseKey,
  transferLicenseKey,
} from '@/lib/resources/license-keys/contract';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

export type KeyDialogKind = 'rotate' | 'reset_usage' | 'transfer';

interface Props {
  licenseKey: LicenseKey;
  onClose: () => void;
}

/** What replaces a key's value, its usage or its holder, each in a dialog that is open while it is mounted. */
export function KeyDialog({ kind, ...props }: Props & { kind: KeyDialogKind }) {
  const Open = DIALOGS[kind];
  return <Open {...props} />;
}

const DIALOGS: Record<KeyDialogKind, (props: Props) => React.ReactNode> = {
  rotate: RotateDialog,
  reset_usage: ResetUsageDialog,
  transfer: TransferDialog,
};

function RotateDialog(props: Props) {
  const replacement = useCommand(rotateLicenseKey);
  return (
    <ReplaceKeyDialog
      {...props}
      replacement={replacement}
      words={ROTATION}
      onReplaced={(key) => showToast(ROTATION.done(key))}
    />
  );
}

function ResetUsageDialog({ licenseKey: { id, display_key, usage }, onClose }: Props) {
  const reset = useCommand(resetLicenseKeyUsage);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={USAGE.title(display_key)}
      verb={USAGE.verb}
      effects={USAGE.effects(usage)}
      onConfirm={async () => {
        await reset.mutateAsync({ params: { id } });
        showToast(USAGE.done(display_key));
      }}
    />
  );
}

function TransferDialog({ licenseKey, onClose }: Props) {
  const { id, display_key, customer, activations_count } = licenseKey;
  const form = useContractForm(transferLicenseKey, {
    guarded: false,
    params: { id },
    defaultValues: { customer_id: '' },
    onSuccess: ({ customer: { name, email } }) => {
      showToast(TRANSFER.done(name ?? email));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TRANSFER.title(display_key)}
      description={TRANSFER.text(customer.name ?? customer.email, activations_count)}
    >
      <DialogForm
        form={form}
        label={TRANSFER.title(display_key)}
        submit={TRANSFER.verb}
        onCancel={onClose}
      >
        <EntityField form={form} name="customer_id" entity={CUSTOMERS} label={TRANSFER.customer} />
      </DialogForm>
    </Dialog>
  );
}
