'use client';

import { Lock } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { bodyOf, type CustomFieldValues } from '@/components/custom-fields/custom-field-values';
import { DayField } from '@/components/custom-fields/day-field';
import { FieldPreview } from '@/components/custom-fields/field-preview';
import { OptionsField } from '@/components/custom-fields/options-field';
import { DETAIL, FORM, LIST } from '@/components/custom-fields/texts';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { CheckboxField, MetadataField, SelectField, TextField } from '@/components/form/fields';
import { FormColumns } from '@/components/form/form-layout';
import { NumberField } from '@/components/form/number-fields';
import { slugOf } from '@/components/form/slug';
import type { ContractForm } from '@/components/form/use-contract-form';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import type { CustomField, CustomFieldType } from '@/lib/resources/custom-fields/schema';

type Form = ContractForm<CustomFieldValues>;

const TYPES = Object.entries(FIELD_TYPES).map(([value, label]) => ({ value, label }));

/** The form of a custom field, beside what buyers see of it. */
export function CustomFieldForm({
  form,
  isNew,
  verb,
  cancel,
}: {
  form: Form;
  /** The type of one that is there is fixed, and its slug is not made of its name. */
  isNew: boolean;
  verb: string;
  /** Where Cancel leads. */
  cancel: string;
}) {
  return (
    <FormColumns aside={<Preview form={form} />}>
      <ContractFormBody form={form} className="gap-8">
        <Question form={form} isNew={isNew} />
        <Constraints form={form} />
        <MetadataField form={form} name="metadata" label={FORM.metadata} help={FORM.metadataHelp} />
        <FormActions>
          <SubmitButton form={form}>{verb}</SubmitButton>
          <LinkButton href={cancel}>{FORM.cancel}</LinkButton>
        </FormActions>
      </ContractFormBody>
    </FormColumns>
  );
}

function Question({ form, isNew }: { form: Form; isNew: boolean }) {
  const [name, slug, type] = useWatch({
    control: form.control,
    name: ['name', 'slug', 'type'],
  });
  const isDerived = isNew && slug === slugOf(name);
  const hasPlaceholder = type !== 'checkbox' && type !== 'date';
  return (
    <Section title={FORM.question}>
      <TextField
        form={form}
        name="name"
        label={LIST.name}
        autoComplete="off"
        help={FORM.nameHelp}
        onChange={({ target }) => {
          if (isDerived) form.setValue('slug', slugOf(target.value));
        }}
      />
      <TextField
        form={form}
        name="slug"
        label={LIST.slug}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        help={isNew ? FORM.slugHelp : FORM.slugOnEdit}
      />
      {isNew ? <TypeField form={form} /> : <FixedType type={type} />}
      <TextField
        form={form}
        name="properties.form_label"
        label={FORM.label}
        optional
        autoComplete="off"
        help={FORM.labelHelp}
      />
      <TextField
        form={form}
        name="properties.form_help_text"
        label={FORM.help}
        optional
        autoComplete="off"
      />
      {hasPlaceholder && (
        <TextField
          form={form}
          name="properties.form_placeholder"
          label={FORM.placeholder}
          optional
          autoComplete="off"
        />
      )}
    </Section>
  );
}

function TypeField({ form }: { form: Form }) {
  return (
    <SelectField
      form={form}
      name="type"
      label={LIST.type}
      options={TYPES}
      onChange={() => {
        // Bounds of a number are no dates.
        form.setValue('properties.ge', null);
        form.setValue('properties.le', null);
      }}
    />
  );
}

function FixedType({ type }: { type: CustomFieldType }) {
  return (
    <p className="flex gap-2 text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {FORM.typeFixed(FIELD_TYPES[type])}
    </p>
  );
}

/** What an answer has to be, by type. */
function Constraints({ form }: { form: Form }) {
  const type = useWatch({ control: form.control, name: 'type' });
  if (type === 'checkbox') return null;
  return (
    <Section title={type === 'select' ? FORM.options : FORM.answers}>
      {type === 'text' && <TextConstraints form={form} />}
      {type === 'number' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} name="properties.ge" label={FORM.least} optional />
          <NumberField form={form} name="properties.le" label={FORM.most} optional />
        </div>
      )}
      {type === 'date' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField form={form} name="properties.ge" label={FORM.earliest} />
          <DayField form={form} name="properties.le" label={FORM.latest} />
        </div>
      )}
      {type === 'select' && <OptionsField form={form} />}
    </Section>
  );
}

function TextConstraints({ form }: { form: Form }) {
  return (
    <>
      <CheckboxField form={form} name="properties.textarea" label={FORM.textarea} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField form={form} name="properties.min_length" label={FORM.minLength} optional />
        <NumberField form={form} name="properties.max_length" label={FORM.maxLength} optional />
      </div>
    </>
  );
}

function Preview({ form }: { form: Form }) {
  const values = useWatch({ control: form.control }) as CustomFieldValues;
  return (
    <Section title={DETAIL.preview}>
      <FieldPreview field={draftOf(values)} />
    </Section>
  );
}

/** The custom field as it would be saved; what is not typed yet has a stand-in. */
function draftOf(values: CustomFieldValues): CustomField {
  const body = bodyOf(values);
  const numbers = Object.entries(body.properties).filter(
    ([property, value]) => !BOUNDS.has(property) || typeof value === 'number',
  );
  return {
    ...body,
    id: '',
    organization_id: '',
    created_at: '',
    modified_at: null,
    metadata: {},
    name: values.name || FORM.unnamed,
    slug: 'preview',
    properties: Object.fromEntries(numbers),
  } as CustomField;
}

const BOUNDS = new Set(['ge', 'le', 'min_length', 'max_length']);
