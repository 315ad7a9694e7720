'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { BenefitFields } from '@/components/benefit-form/benefit-fields';
import { checkBenefit, propertiesOf, valuesOf } from '@/components/benefit-form/benefit-values';
import { useBenefitUploads } from '@/components/benefit-form/use-benefit-uploads';
import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import { sellerTypeOf } from '@/components/benefit-types/seller/seller-types';
import { holdersOf } from '@/components/benefits/holders';
import { BENEFIT } from '@/components/benefits/presentation';
import { EDIT } from '@/components/benefits/texts';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { EditPage } from '@/components/resource/object-page';
import { useOrganizationPath } from '@/components/session/organization';
import { LinkButton } from '@/components/ui/link-button';
import { UI } from '@/components/ui/texts';
import { showToast } from '@/components/ui/toast';
import { getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

export function EditBenefitPage({ id }: { id: string }) {
  return (
    <EditPage of={BENEFIT} read={getBenefit} id={id} narrow>
      {(benefit) => <EditBenefitForm key={benefit.id} benefit={benefit} />}
    </EditPage>
  );
}

function EditBenefitForm({ benefit }: { benefit: Benefit }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const own = path(`benefits/${benefit.id}`);
  const { form, uploads } = useBenefitUploads(
    useEditForm(updateBenefit, {
      params: { id: benefit.id },
      object: benefit,
      read: getBenefit,
      toValues: valuesOf,
      check: checkBenefit,
      toBody: (values: BenefitValues) => ({
        description: values.description,
        properties: propertiesOf(values),
      }),
      onSuccess: () => {
        showToast(BENEFIT.words.saved);
        router.push(own);
      },
    }),
  );
  return (
    <ContractFormBody form={form}>
      <BenefitFields form={form} isNew={false} uploads={uploads} />
      <EditEffects benefit={benefit} />
      <FormActions>
        <SubmitButton form={form}>{BENEFIT.words.save}</SubmitButton>
        <LinkButton href={own}>{UI.cancel}</LinkButton>
      </FormActions>
    </ContractFormBody>
  );
}

/** What saving does, and does not do, to those who have the benefit. */
function EditEffects({ benefit }: { benefit: Benefit }) {
  const { data } = useQuery(holdersOf(benefit.id));
  return (
    <section aria-label={EDIT.changes} className="border-l-2 border-info bg-info-fill px-3 py-2">
      <h2 className="font-medium text-info">{EDIT.changes}</h2>
      <ul className="mt-1 list-disc pl-4">
        <li>{EDIT.everywhere}</li>
        {sellerTypeOf(benefit)
          .editEffects(benefit, data ?? null)
          .map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
      </ul>
    </section>
  );
}
