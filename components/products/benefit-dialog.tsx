'use client';

import type { FieldPath } from 'react-hook-form';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { CheckboxField, NumberField, TextareaField, TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { BENEFIT_TYPES } from '@/components/products/status';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Option } from '@/components/ui/input';
import { say } from '@/components/ui/toast';
import { createBenefit } from '@/lib/benefits/contract';
import type { Benefit } from '@/lib/benefits/schema';

const TYPES = ['license_keys', 'custom'] as const;

const PROPERTIES = {
  license_keys: {
    prefix: null,
    expires: null,
    activations: { limit: null, enable_customer_admin: true },
    limit_usage: null,
  },
  custom: { note: null },
};

/** A benefit made while its product is: a license key or words of the seller's own. */
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
      // The limit of activations is a number once it is typed.
      properties: PROPERTIES.license_keys as never,
      organization_id: id,
    },
    toBody: (values) => {
      const { activations, ...rest } = values.properties as typeof PROPERTIES.license_keys;
      if (values.type !== 'license_keys') return values;
      const limited = activations?.limit === null ? null : activations;
      return { ...values, properties: { ...rest, activations: limited } } as typeof values;
    },
    onSuccess: (benefit) => {
      say('Benefit created.');
      onCreated(benefit);
    },
  });
  const type = form.watch('type');
  const at = (name: string) =>
    `properties.${name}` as FieldPath<typeof form.control._defaultValues>;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New benefit">
      <ContractFormBody form={form}>
        <fieldset className="flex flex-col">
          <legend className="font-medium">Type</legend>
          <div className="flex flex-wrap gap-x-6">
            {TYPES.map((value) => (
              <Option
                key={value}
                type="radio"
                name="benefit-type"
                checked={type === value}
                onChange={() => {
                  form.setValue('type', value);
                  form.setValue('properties', PROPERTIES[value] as never);
                  form.clearErrors();
                }}
              >
                {BENEFIT_TYPES[value].label}
              </Option>
            ))}
          </div>
        </fieldset>
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
            name={at('note') as never}
            label="Note for the buyer"
            optional
            help="Shown after the purchase."
          />
        ) : (
          <>
            <TextField
              form={form}
              name={at('prefix') as never}
              label="Prefix of the keys"
              optional
              placeholder="ACME"
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <NumberField
                form={form}
                name={at('activations.limit') as never}
                label="Activations"
                optional
                help="Devices a key works on; empty for any number."
              />
              <NumberField
                form={form}
                name={at('limit_usage') as never}
                label="Usage limit"
                optional
                help="Empty for none."
              />
            </div>
            <CheckboxField
              form={form}
              name={at('activations.enable_customer_admin') as never}
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
