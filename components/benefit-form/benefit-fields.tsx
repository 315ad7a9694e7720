'use client';

import { FORM } from '@/components/benefit-form/texts';
import { LOOKS } from '@/components/benefit-types/look/looks';
import type { FieldsProps } from '@/components/benefit-types/seller/seller-type';
import {
  NO_PROPERTIES,
  SELLER_TYPES,
  sellerTypeOf,
} from '@/components/benefit-types/seller/seller-types';
import { TextField } from '@/components/form/fields';
import { Radios } from '@/components/form/radios';
import type { BenefitType } from '@/lib/resources/benefits/schema';

const TYPES = Object.keys(SELLER_TYPES) as BenefitType[];

/** The fields of a benefit: its type, what customers read, and the properties of the type. */
export function BenefitFields({
  form,
  isNew,
  uploads,
}: FieldsProps & {
  /** Whether the type can be chosen: of a new benefit. */
  isNew: boolean;
}) {
  const type = form.watch('type');
  const { Fields } = sellerTypeOf({ type });
  return (
    <>
      {isNew && (
        <Radios
          label={FORM.type}
          value={type}
          options={TYPES.map((value) => ({
            value,
            label: LOOKS[value].label,
            help: SELLER_TYPES[value].help,
          }))}
          onChange={(value) => {
            form.setValue('type', value, { shouldDirty: true });
            form.setValue('properties', NO_PROPERTIES);
            form.clearErrors();
          }}
        />
      )}
      <TextField
        form={form}
        name="description"
        label={FORM.description}
        maxLength={42}
        help={FORM.descriptionHelp}
      />
      <Fields key={type} form={form} uploads={uploads} />
    </>
  );
}
