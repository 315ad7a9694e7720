'use client';

import { useRouter } from 'next/navigation';
import { BenefitFields } from '@/components/benefit-form/benefit-fields';
import { useNewBenefit } from '@/components/benefit-form/use-new-benefit';
import { BENEFIT } from '@/components/benefits/presentation';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { NewPage } from '@/components/resource/new-page';
import { useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';

export function NewBenefitPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { form, uploads } = useNewBenefit({
    onCreated: ({ id }) => router.push(path(`benefits/${id}`)),
  });
  return (
    <NewPage of={BENEFIT} narrow>
      <ContractFormBody form={form}>
        <BenefitFields form={form} isNew uploads={uploads} />
        <FormActions>
          <SubmitButton form={form}>{BENEFIT.words.create}</SubmitButton>
          <LinkButton href={path('benefits')}>{UI.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </NewPage>
  );
}
