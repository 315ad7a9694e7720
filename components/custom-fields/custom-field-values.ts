import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { isEqual } from '@/components/form/rebase';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Metadata } from '@/lib/contract/fields';
import { problemsOf as problemsIn } from '@/lib/contract/problems';
import {
  type CustomField,
  type CustomFieldCreate,
  type CustomFieldType,
  optionsProblem,
  PROPERTIES,
} from '@/lib/resources/custom-fields/schema';

/** What is no number yet stays as it was typed. */
type Draft = number | string | null;

export interface Option {
  value: string;
  label: string;
}

/** The values of the form of a custom field: the properties of all types. */
export interface CustomFieldValues extends FieldValues {
  name: string;
  slug: string;
  type: CustomFieldType;
  properties: {
    form_label: string | null;
    form_help_text: string | null;
    form_placeholder: string | null;
    textarea: boolean;
    min_length: Draft;
    max_length: Draft;
    /** Of a date in seconds since 1970 (UTC). */
    ge: Draft;
    le: Draft;
    options: Option[];
  };
  metadata: Metadata;
}

const NO_PROPERTIES: CustomFieldValues['properties'] = {
  form_label: null,
  form_help_text: null,
  form_placeholder: null,
  textarea: false,
  min_length: null,
  max_length: null,
  ge: null,
  le: null,
  options: [
    { value: '', label: '' },
    { value: '', label: '' },
  ],
};

export const EMPTY: CustomFieldValues = {
  name: '',
  slug: '',
  type: 'text',
  properties: NO_PROPERTIES,
  metadata: {},
};

export function valuesOf(field: CustomField): CustomFieldValues {
  const { name, slug, type, metadata } = field;
  const properties = { ...NO_PROPERTIES, ...field.properties } as CustomFieldValues['properties'];
  return { name, slug, type, properties, metadata };
}

const SHARED = ['form_label', 'form_help_text'] as const;
const OWN = {
  text: ['form_placeholder', 'textarea', 'min_length', 'max_length'],
  number: ['form_placeholder', 'ge', 'le'],
  date: ['ge', 'le'],
  checkbox: [],
  select: ['form_placeholder', 'options'],
} as const satisfies Record<CustomFieldType, readonly (keyof CustomFieldValues['properties'])[]>;

/** The body of either operation: without the properties that are empty, or that the type does not have. */
export function bodyOf({ name, slug, type, properties, metadata }: CustomFieldValues) {
  const own = [...SHARED, ...OWN[type]]
    .map((property) => [property, properties[property]] as const)
    .filter(([, value]) => value !== null && value !== '');
  return { name, slug, type, properties: Object.fromEntries(own), metadata } as z.input<
    typeof CustomFieldCreate
  >;
}

/** What is wrong with the properties: the schema of an update takes any, so they are checked here where they are changed. */
export function problemsOf(
  values: CustomFieldValues,
  stored: CustomField | null,
): readonly Problem[] {
  const { type, properties } = bodyOf(values);
  if (stored && isEqual(properties, bodyOf(valuesOf(stored)).properties)) return [];
  const { error } = PROPERTIES[type].safeParse(properties, { reportInput: true });
  if (error) return problemsIn(error, 'body', ['properties']);
  const before = stored?.type === 'select' ? stored.properties.options : [];
  const problem = type === 'select' && optionsProblem(values.properties.options, before);
  return problem ? [bodyProblem(['properties', 'options'], problem)] : [];
}
