import { checkBenefit, NEW_BENEFIT, propertiesOf } from '@/components/benefit-form/benefit-values';
import { DIALOG } from '@/components/benefit-form/texts';
import { useBenefitUploads } from '@/components/benefit-form/use-benefit-uploads';
import type { BenefitValues } from '@/components/benefit-types/seller/benefit-values';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { showToast } from '@/components/ui/toast';
import { createBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit, BenefitCreate } from '@/lib/resources/benefits/schema';

/** The form that creates a benefit, and its uploads. */
export function useNewBenefit({
  guarded = true,
  onCreated,
}: {
  /** Whether leaving with unsaved changes asks first. */
  guarded?: boolean;
  onCreated: (benefit: Benefit) => void;
}) {
  const { id } = useOrganization();
  const form = useContractForm(createBenefit, {
    guarded,
    defaultValues: NEW_BENEFIT,
    toBody: (values: BenefitValues) => {
      const { type, description } = values;
      const properties = propertiesOf(values);
      // What is not valid yet is refused by the schema of the operation.
      return { type, description, properties, organization_id: id } as BenefitCreate;
    },
    check: checkBenefit,
    onSuccess: (benefit) => {
      showToast(DIALOG.created);
      onCreated(benefit);
    },
  });
  return useBenefitUploads(form);
}
