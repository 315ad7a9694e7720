'use client';

import { BenefitFields } from '@/components/benefit-form/benefit-fields';
import { DIALOG } from '@/components/benefit-form/texts';
import { useNewBenefit } from '@/components/benefit-form/use-new-benefit';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import type { Benefit } from '@/lib/resources/benefits/schema';

/** Creates a benefit inside another page, such as the form of a product. */
export function BenefitDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (benefit: Benefit) => void;
}) {
  const { form, uploads } = useNewBenefit({ guarded: false, onCreated });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={DIALOG.title}>
      <ContractFormBody form={form}>
        <BenefitFields form={form} isNew uploads={uploads} />
        <DialogActions>
          <Button onClick={onClose}>{DIALOG.cancel}</Button>
          <SubmitButton form={form}>{DIALOG.create}</SubmitButton>
        </DialogActions>
      </ContractFormBody>
    </Dialog>
  );
}
