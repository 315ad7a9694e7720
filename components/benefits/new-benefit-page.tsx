'use client';

import { useRouter } from 'next/navigation';
import { BenefitFields } from '@/components/benefit-form/benefit-fields';
import { useNewBenefit } from '@/components/benefit-form/use-new-benefit';
import { LIST, NEW } from '@/components/benefits/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { LinkButton } from '@/components/ui/link-button';

export function NewBenefitPage() {
  const router = useRouter();
  const path = useOrganizationPath();
  const { form, uploads } = useNewBenefit({
    onCreated: ({ id }) => router.push(path(`benefits/${id}`)),
  });
  return (
    <DetailPage narrow crumbs={[{ label: LIST.title, href: path('benefits') }]} current={NEW.title}>
      <h1 className="text-xl font-semibold tracking-tight">{NEW.title}</h1>
      <ContractFormBody form={form}>
        <BenefitFields form={form} isNew uploads={uploads} />
        <FormActions>
          <SubmitButton form={form}>{NEW.create}</SubmitButton>
          <LinkButton href={path('benefits')}>{NEW.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </DetailPage>
  );
}
