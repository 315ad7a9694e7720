'use client';

import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import {
  bodyOf,
  type CustomFieldValues,
  EMPTY,
  problemsOf,
  valuesOf,
} from '@/components/custom-fields/custom-field-values';
import { DayField } from '@/components/custom-fields/day-field';
import { FieldPreview } from '@/components/custom-fields/field-preview';
import { OptionsField } from '@/components/custom-fields/options-field';
import { CUSTOM_FIELD } from '@/components/custom-fields/presentation';
import { choicesOf } from '@/components/data-table/filters';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { ContractFormBody } from '@/components/form/contract-form';
import { CheckboxField, SelectField, TextField } from '@/components/form/fields';
import { FormColumns } from '@/components/form/form-layout';
import { MetadataField } from '@/components/form/metadata-field';
import { NumberField } from '@/components/form/number-fields';
import { slugOf } from '@/components/form/slug';
import type { ContractForm } from '@/components/form/use-contract-form';
import { formPages } from '@/components/resource/form-pages';
import { Section } from '@/components/ui/section';
import {
  createCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import type { CustomField, CustomFieldType } from '@/lib/resources/custom-fields/schema';

type Form = ContractForm<CustomFieldValues>;

const { labels } = CUSTOM_FIELD;

const TYPES = choicesOf(FIELD_TYPES);

export const [NewCustomFieldPage, EditCustomFieldPage] = formPages(
  CUSTOM_FIELD,
  { create: createCustomField, read: getCustomField, update: updateCustomField },
  { empty: EMPTY, values: valuesOf, body: bodyOf, check: problemsOf, Form: CustomFieldForm },
);

/** The form of a custom field, beside what buyers see of it. */
function CustomFieldForm({
  form,
  row,
  actions,
}: {
  form: Form;
  row: CustomField | null;
  actions: ReactNode;
}) {
  return (
    <FormColumns aside={<Preview form={form} />}>
      <ContractFormBody form={form} className="gap-8">
        <Question form={form} isNew={row === null} />
        <Constraints form={form} />
        <MetadataField form={form} name="metadata" />
        {actions}
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
    <Section title="Question">
      <TextField
        form={form}
        name="name"
        label={labels.name}
        autoComplete="off"
        help="Shown to your team, and to buyers unless you set a label."
        onChange={({ target }) => {
          if (isDerived) form.setValue('slug', slugOf(target.value));
        }}
      />
      <TextField
        form={form}
        name="slug"
        label={labels.slug}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        help={
          isNew
            ? 'The key of the answer in the API.'
            : 'The key of the answer in the API. Answers already given keep the old one.'
        }
      />
      {isNew ? <TypeField form={form} /> : <FixedType type={type} />}
      <TextField
        form={form}
        name="properties.form_label"
        label={labels.form_label}
        optional
        autoComplete="off"
        help="Shown to buyers, and beside their answers, instead of the name."
      />
      <TextField
        form={form}
        name="properties.form_help_text"
        label={labels.form_help_text}
        optional
        autoComplete="off"
      />
      {hasPlaceholder && (
        <TextField
          form={form}
          name="properties.form_placeholder"
          label={labels.form_placeholder}
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
      label={labels.type}
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
      {`${FIELD_TYPES[type]}. The type can’t change, as answers depend on it. Create another custom field instead.`}
    </p>
  );
}

/** What an answer has to be, by type. */
function Constraints({ form }: { form: Form }) {
  const type = useWatch({ control: form.control, name: 'type' });
  if (type === 'checkbox') return null;
  return (
    <Section title={type === 'select' ? labels.options : 'Answers'}>
      {type === 'text' && <TextConstraints form={form} />}
      {type === 'number' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField form={form} name="properties.ge" label="Minimum" optional />
          <NumberField form={form} name="properties.le" label="Maximum" optional />
        </div>
      )}
      {type === 'date' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField form={form} name="properties.ge" label="Earliest date" />
          <DayField form={form} name="properties.le" label="Latest date" />
        </div>
      )}
      {type === 'select' && <OptionsField form={form} />}
    </Section>
  );
}

function TextConstraints({ form }: { form: Form }) {
  return (
    <>
      <CheckboxField form={form} name="properties.textarea" label="Multiple lines" />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField form={form} name="properties.min_length" label="Minimum length" optional />
        <NumberField form={form} name="properties.max_length" label="Maximum length" optional />
      </div>
    </>
  );
}

function Preview({ form }: { form: Form }) {
  const values = useWatch({ control: form.control }) as CustomFieldValues;
  return (
    <Section title="What buyers see">
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
    name: values.name || 'Your question',
    slug: 'preview',
    properties: Object.fromEntries(numbers),
  } as CustomField;
}

const BOUNDS = new Set(['ge', 'le', 'min_length', 'max_length']);
