'use client';

import { BenefitFields } from '@/components/benefit-form/benefit-fields';
import { DIALOG } from '@/components/benefit-form/texts';
import { useNewBenefit } from '@/components/benefit-form/use-new-benefit';
import { DialogForm } from '@/components/form/dialog-form';
import { Dialog } from '@/components/ui/dialog';
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
      <DialogForm form={form} submit={DIALOG.create} onCancel={onClose}>
        <BenefitFields form={form} isNew uploads={uploads} />
      </DialogForm>
    </Dialog>
  );
}
