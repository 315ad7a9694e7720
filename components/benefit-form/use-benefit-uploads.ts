import type { BaseSyntheticEvent } from 'react';
import { FORM } from '@/components/benefit-form/texts';
import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import { uploadProblem, useUploads } from '@/components/files/use-uploads';
import type { ContractForm } from '@/components/form/use-contract-form';

/** The uploads of a benefit's form, and the form with a submit that waits for them. */
export function useBenefitUploads(form: ContractForm<BenefitValues>) {
  const uploads = useUploads('downloadable', ({ id }) => {
    const files = [...form.getValues('properties.files'), id];
    form.setValue('properties.files', files, { shouldDirty: true });
    form.clearErrors('properties.files');
  });
  function submit(event?: BaseSyntheticEvent) {
    const message = uploadProblem(uploads, FORM);
    if (message === null) return form.submit(event);
    event?.preventDefault();
    form.setError('properties.files', { type: 'uploading', message }, { shouldFocus: true });
  }
  return { uploads, form: { ...form, submit } };
}
