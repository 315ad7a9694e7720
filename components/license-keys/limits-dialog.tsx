'use client';

import { useState } from 'react';
import type { z } from 'zod';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { ExpiryField, yearAfter } from '@/components/form/expiry-field';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { NumberField } from '@/components/form/number-fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { pluralize } from '@/components/ui/money';
import { useNow, useTimeZone } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { updateLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey, LicenseKeyUpdate } from '@/lib/resources/license-keys/schema';

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
      title={`${isAll ? 'Edit the limits of' : 'Extend'} ${licenseKey.display_key}`}
      description="This key alone changes: its benefit and all other keys stay as they are."
    >
      <LimitsForm {...props} />
    </Dialog>
  );
}

type Values = z.input<typeof LicenseKeyUpdate>;
type Limits = Pick<LicenseKey, 'limit_activations' | 'limit_usage' | 'usage' | 'expires_at'>;

function LimitsForm({ licenseKey, what, onClose }: Props) {
  const { id, display_key, activations_count } = licenseKey;
  const zone = useTimeZone();
  const now = useNow();
  const confirmThenLeave = useConfirmThenLeave();
  // As they were when the form was opened: what apps count up meanwhile is not set back.
  const [before] = useState<Limits>(() => ({
    limit_activations: licenseKey.limit_activations,
    limit_usage: licenseKey.limit_usage,
    usage: licenseKey.usage,
    expires_at: licenseKey.expires_at,
  }));
  const form = useContractForm(updateLicenseKey, {
    params: { id },
    // Whoever extends a key is offered a year more.
    defaultValues:
      what === 'expiry'
        ? { ...before, expires_at: yearAfter(before.expires_at, zone, now) }
        : before,
    toBody: (values) => changed(values, before),
    onSuccess: () => {
      showToast(`Saved ${display_key}.`);
      onClose();
    },
  });
  const submit: typeof form.submit = (event) => {
    if (Object.keys(changed(form.getValues(), before)).length > 0) return form.submit(event);
    event?.preventDefault();
    onClose();
  };
  return (
    <ContractFormBody form={{ ...form, submit }} label="Limits of the key">
      {what === 'limits' && (
        <>
          <NumberField
            form={form}
            name="limit_activations"
            label="Activations"
            optional
            placeholder="Cannot be activated"
            help={`${pluralize(activations_count, 'activation')} in use. A lower limit keeps them and refuses new ones.`}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField form={form} name="usage" label="Usage so far" />
            <NumberField
              form={form}
              name="limit_usage"
              label="Usage limit"
              optional
              placeholder="No limit"
            />
          </div>
        </>
      )}
      <ExpiryField form={form} name="expires_at" from={before.expires_at} />
      <DialogActions>
        <Button onClick={() => confirmThenLeave(onClose)}>Cancel</Button>
        <SubmitButton form={form}>{what === 'limits' ? 'Save limits' : 'Extend'}</SubmitButton>
      </DialogActions>
    </ContractFormBody>
  );
}

/** Only the edited fields are sent, because apps increment `usage` while the form is open. */
function changed(values: Values, before: Limits): Values {
  // The contract takes a null usage for "unchanged", a field that was emptied is a mistake.
  const entries = Object.entries({ ...values, usage: values.usage ?? '' });
  const edited = entries.filter(([name, value]) => value !== before[name as keyof Limits]);
  return Object.fromEntries(edited) as Values;
}
