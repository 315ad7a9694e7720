'use client';

import { useContractForm } from '@/components/form/use-contract-form';
import { type Answers, checkAnswers } from '@/components/purchase/custom-field-answers';
import { CustomFieldControl } from '@/components/purchase/custom-field-control';
import { updateCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** The question as the hosted checkout asks it. It can be answered, which sends nothing. */
export function FieldPreview({ field }: { field: CustomField }) {
  const asked = [{ custom_field: field, required: false }];
  const form = useContractForm(updateCheckoutByClient, {
    guarded: false,
    defaultValues: { custom_field_data: {} },
    toBody: () => ({}),
    check: ({ custom_field_data }: { custom_field_data: Answers }) =>
      checkAnswers(asked, custom_field_data, { complete: false }).problems,
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="border border-line bg-surface p-4">
        <CustomFieldControl
          key={`${field.type} ${field.slug}`}
          form={form}
          attached={{ custom_field: field, required: false }}
        />
      </div>
      <p className="text-xs text-muted">Try it: answers are checked as at checkout.</p>
    </div>
  );
}
