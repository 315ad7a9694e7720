'use client';

import { DialogForm } from '@/components/form/dialog-form';
import { ExpiryField, yearAfter } from '@/components/form/expiry-field';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { NumberField } from '@/components/form/number-fields';
import { useEditForm } from '@/components/form/use-edit-form';
import { LABELS, LIMITS_DIALOG } from '@/components/license-keys/texts';
import { Dialog } from '@/components/ui/dialog';
import { pluralize } from '@/components/ui/money';
import { useNow, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { getLicenseKey, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

interface Props {
  licenseKey: LicenseKey;
  /** All of the limits, or the date alone. */
  what: 'limits' | 'expiry';
  onClose: () => void;
}

/** Edits the limits of a key, or extends it. Open while it is mounted. */
export function LimitsDialog(props: Props) {
  const { licenseKey, what, onClose } = props;
  const confirmThenLeave = useConfirmThenLeave();
  const isAll = what === 'limits';
  return (
    <Dialog
      open
      onOpenChange={() => confirmThenLeave(onClose)}
      title={`${isAll ? LIMITS_DIALOG.editTheLimitsOf : LIMITS_DIALOG.extend} ${licenseKey.display_key}`}
      description={LIMITS_DIALOG.thisKeyAloneChanges}
    >
      <LimitsForm {...props} />
    </Dialog>
  );
}

type Limits = Pick<LicenseKey, 'limit_activations' | 'limit_usage' | 'usage' | 'expires_at'>;

function LimitsForm({ licenseKey, what, onClose }: Props) {
  const { id, display_key, activations_count } = licenseKey;
  const zone = useTimeZone();
  const now = useNow();
  const confirmThenLeave = useConfirmThenLeave();
  const form = useEditForm(updateLicenseKey, {
    params: { id },
    object: licenseKey,
    read: getLicenseKey,
    toValues: limitsOf,
    // Whoever extends a key is offered a year more.
    proposed: what === 'expiry' ? { expires_at: yearAfter(licenseKey.expires_at, zone, now) } : {},
    // The contract takes a null usage for "unchanged", a field that was emptied is a mistake.
    toBody: (values: Limits) => ({ ...values, usage: values.usage ?? '' }),
    onSuccess: () => {
      showToast(LIMITS_DIALOG.saved(display_key));
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={LIMITS_DIALOG.limitsOfTheKey}
      submit={what === 'limits' ? LIMITS_DIALOG.saveLimits : LIMITS_DIALOG.extend}
      onCancel={() => confirmThenLeave(onClose)}
    >
      {what === 'limits' && (
        <>
          <NumberField
            form={form}
            name="limit_activations"
            label={LABELS.activations}
            optional
            placeholder={LIMITS_DIALOG.cannotBeActivated}
            help={LIMITS_DIALOG.activationsHelp(pluralize(activations_count, 'activation'))}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField form={form} name="usage" label={LIMITS_DIALOG.usageSoFar} />
            <NumberField
              form={form}
              name="limit_usage"
              label={LIMITS_DIALOG.usageLimit}
              optional
              placeholder={LIMITS_DIALOG.noLimit}
              help={LIMITS_DIALOG.usageHelp}
            />
          </div>
        </>
      )}
      <ExpiryField form={form} name="expires_at" from={licenseKey.expires_at} />
    </DialogForm>
  );
}

function limitsOf({ limit_activations, limit_usage, usage, expires_at }: LicenseKey): Limits {
  return { limit_activations, limit_usage, usage, expires_at };
}
