'use client';

import type { FieldValues } from 'react-hook-form';
import { BENEFIT_TYPES } from '@/components/entities/benefit-types';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { CheckboxField, TextareaField, TextField } from '@/components/form/fields';
import { NumberField } from '@/components/form/number-fields';
import { Radios } from '@/components/form/radios';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { createBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

const TYPES = ['license_keys', 'custom'] as const;

/** What the form holds: the properties of every type, of which those of the chosen one are sent. */
interface BenefitValues extends FieldValues {
  type: (typeof TYPES)[number];
  description: string;
  organization_id: string;
  properties: {
    note: string | null;
    prefix: string | null;
    expires: null;
    activations: { limit: number | null; enable_customer_admin: boolean };
    limit_usage: number | null;
  };
}

const PROPERTIES: BenefitValues['properties'] = {
  note: null,
  prefix: null,
  expires: null,
  activations: { limit: null, enable_customer_admin: true },
  limit_usage: null,
};

/** Creates a benefit from the product form: license keys or a custom note. */
export function BenefitDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (benefit: Benefit) => void;
}) {
  const { id } = useOrganization();
  const form = useContractForm(createBenefit, {
    guarded: false,
    defaultValues: {
      type: 'license_keys',
      description: '',
      properties: PROPERTIES,
      organization_id: id,
    },
    toBody: ({ type, properties, ...values }: BenefitValues) => {
      const { note, activations, ...rest } = properties;
      if (type === 'custom') return { ...values, type, properties: { note } };
      const { limit } = activations;
      const limited = limit === null ? null : { ...activations, limit };
      return { ...values, type, properties: { ...rest, activations: limited } };
    },
    onSuccess: (benefit) => {
      showToast('Benefit created.');
      onCreated(benefit);
    },
  });
  const type = form.watch('type');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New benefit">
      <ContractFormBody form={form}>
        <Radios
          label="Type"
          value={type}
          options={TYPES.map((value) => ({ value, label: BENEFIT_TYPES[value].label }))}
          onChange={(value) => {
            form.setValue('type', value);
            form.setValue('properties', PROPERTIES);
            form.clearErrors();
          }}
        />
        <TextField
          form={form}
          name="description"
          label="Description"
          maxLength={42}
          help="What the buyer reads, in 3 to 42 characters."
        />
        {type === 'custom' ? (
          <TextareaField
            key="note"
            form={form}
            name="properties.note"
            label="Note for the buyer"
            optional
            help="Shown after the purchase."
          />
        ) : (
          <>
            <TextField
              form={form}
              name="properties.prefix"
              label="Prefix of the keys"
              optional
              placeholder="ACME"
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <NumberField
                form={form}
                name="properties.activations.limit"
                label="Activations"
                optional
                help="Devices a key works on; empty for any number."
              />
              <NumberField
                form={form}
                name="properties.limit_usage"
                label="Usage limit"
                optional
                help="Empty for none."
              />
            </div>
            <CheckboxField
              form={form}
              name="properties.activations.enable_customer_admin"
              label="Buyers may deactivate devices themselves"
            />
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton form={form}>Create benefit</SubmitButton>
        </DialogActions>
      </ContractFormBody>
    </Dialog>
  );
}
