import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormActions, SubmitButton } from '@/components/form/contract-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { general as texts } from '@/components/settings/texts';

/** The button that saves a settings form. */
export function SaveSettings<V extends FieldValues>({
  form,
  children = texts.save,
}: {
  form: ContractForm<V>;
  children?: ReactNode;
}) {
  return (
    <FormActions>
      {/* Below the fields, which stand beside the titles of their parts. */}
      <div className="md:ml-68">
        <SubmitButton form={form}>{children}</SubmitButton>
      </div>
    </FormActions>
  );
}
