import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { UI } from '@/components/ui/texts';

/** The form of a dialog: its fields, and below them Cancel and the button that submits it. */
export function DialogForm<V extends FieldValues>({
  form,
  label,
  submit,
  onCancel,
  children,
}: {
  form: ContractForm<V>;
  label?: string;
  /** What the button says: "Save". */
  submit: ReactNode;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <ContractFormBody form={form} {...(label !== undefined && { label })}>
      {children}
      <DialogActions>
        <Button onClick={onCancel}>{UI.cancel}</Button>
        <SubmitButton form={form}>{submit}</SubmitButton>
      </DialogActions>
    </ContractFormBody>
  );
}
