'use client';

import { type BenefitValues, NO_PROPERTIES } from '@/components/benefit-form/benefit-values';
import { DiscordFields } from '@/components/benefit-form/discord-fields';
import { DownloadsField } from '@/components/benefit-form/downloads-field';
import { RepositoryFields } from '@/components/benefit-form/repository-fields';
import { FORM, TIMEFRAMES, TYPE_HELP } from '@/components/benefit-form/texts';
import { BENEFIT_TYPES } from '@/components/entities/benefit-types';
import type { Uploads } from '@/components/files/use-uploads';
import { CheckboxField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { NumberField } from '@/components/form/number-fields';
import { Radios } from '@/components/form/radios';
import type { ContractForm } from '@/components/form/use-contract-form';
import type { BenefitType } from '@/lib/resources/benefits/schema';

interface Props {
  form: ContractForm<BenefitValues>;
  /** Whether the type can be chosen: of a new benefit. */
  isNew: boolean;
  uploads: Uploads;
}

/** In the order in which sellers need them. */
const TYPES = Object.keys(TYPE_HELP) as BenefitType[];

/** The fields of a benefit: its type, what customers read, and the properties of the type. */
export function BenefitFields({ form, isNew, uploads }: Props) {
  const type = form.watch('type');
  return (
    <>
      {isNew && (
        <Radios
          label={FORM.type}
          value={type}
          options={TYPES.map((value) => ({
            value,
            label: BENEFIT_TYPES[value].label,
            help: TYPE_HELP[value],
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
      <PropertyFields key={type} form={form} type={type} uploads={uploads} />
    </>
  );
}

function PropertyFields({ form, type, uploads }: Omit<Props, 'isNew'> & { type: BenefitType }) {
  switch (type) {
    case 'license_keys':
      return <KeyFields form={form} />;
    case 'downloadables':
      return <DownloadsField form={form} uploads={uploads} />;
    case 'custom':
      return (
        <TextareaField
          form={form}
          name="properties.note"
          label={FORM.note}
          optional
          help={FORM.noteHelp}
        />
      );
    case 'ads':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} name="properties.image_width" label={FORM.width} suffix="px" />
          <NumberField form={form} name="properties.image_height" label={FORM.height} suffix="px" />
        </div>
      );
    case 'discord':
      return <DiscordFields form={form} />;
    case 'github_repository':
      return <RepositoryFields form={form} />;
  }
}

function KeyFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <TextField
        form={form}
        name="properties.prefix"
        label={FORM.prefix}
        optional
        placeholder="ACME"
        autoComplete="off"
        help={FORM.prefixHelp}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
        <NumberField
          form={form}
          name="properties.expires.ttl"
          label={FORM.expires}
          optional
          help={FORM.expiresHelp}
        />
        <SelectField
          form={form}
          name="properties.expires.timeframe"
          label={FORM.timeframe}
          options={TIMEFRAMES}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="properties.activations.limit"
          label={FORM.activations}
          optional
          help={FORM.activationsHelp}
        />
        <NumberField
          form={form}
          name="properties.limit_usage"
          label={FORM.usage}
          optional
          help={FORM.usageHelp}
        />
      </div>
      {form.watch('properties.activations.limit') !== null && (
        <CheckboxField
          form={form}
          name="properties.activations.enable_customer_admin"
          label={FORM.customerAdmin}
        />
      )}
      <CheckboxField
        form={form}
        name="properties.show_snippets"
        label={FORM.snippets}
        help={FORM.snippetsHelp}
      />
    </>
  );
}
