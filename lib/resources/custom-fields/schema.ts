import { z } from 'zod';
import {
  Id,
  int,
  Metadata,
  MetadataInput,
  notCleared,
  OrganizationIdInput,
  Timestamp,
  trimmedText,
} from '@/lib/contract/fields';
import { jsonBytes, KIB } from '@/lib/contract/size';

export const CustomFieldType = z
  .enum(['checkbox', 'date', 'number', 'select', 'text'])
  .meta({ id: 'CustomFieldType' });
export type CustomFieldType = z.infer<typeof CustomFieldType>;

const label = trimmedText({ max: 500 }).optional();
const form = { form_label: label, form_help_text: label, form_placeholder: label };
const wholeNumber = int({ min: -2_147_483_648 }).optional();

const bounds = { ge: wholeNumber, le: wholeNumber };
const ordered = { error: 'The minimum is greater than the maximum.', path: ['ge'] };
const inOrder = ({ ge, le }: { ge?: number | undefined; le?: number | undefined }) =>
  ge === undefined || le === undefined || ge <= le;

/** The properties of each type: unset ones are left out, `textarea` is always written. */
export const PROPERTIES = {
  checkbox: z.object(form),
  date: z.object({ ...form, ...bounds }).refine(inOrder, ordered),
  number: z.object({ ...form, ...bounds }).refine(inOrder, ordered),
  select: z.object({
    ...form,
    options: z
      .array(
        z.object({
          value: trimmedText({ min: 1, max: 200 }),
          label: trimmedText({ min: 1, max: 200 }),
        }),
      )
      .min(1, { error: 'Add at least one option.' })
      .max(250)
      .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, {
        error: 'Two options have the same value.',
      }),
  }),
  text: z
    .object({
      ...form,
      textarea: z.boolean().default(false),
      min_length: int().optional(),
      max_length: int({ min: 1 }).optional(),
    })
    .refine(
      ({ min_length, max_length }) =>
        min_length === undefined || max_length === undefined || min_length <= max_length,
      { error: 'The minimum length is greater than the maximum length.', path: ['min_length'] },
    ),
} as const satisfies Record<CustomFieldType, z.ZodType>;

const printed = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  metadata: Metadata,
  slug: z.string(),
  name: z.string(),
  organization_id: Id,
};
/** The fields of every custom field, whatever its type. */
export const CustomFieldBase = z.object({ ...printed, type: CustomFieldType });

/** The shapes of a custom field, chosen by its type; `shared` are the fields of all. */
function variants<Shared extends z.ZodRawShape>(shared: Shared) {
  return z.discriminatedUnion('type', [
    z.object({ ...shared, type: z.literal('checkbox'), properties: PROPERTIES.checkbox }),
    z.object({ ...shared, type: z.literal('date'), properties: PROPERTIES.date }),
    z.object({ ...shared, type: z.literal('number'), properties: PROPERTIES.number }),
    z.object({ ...shared, type: z.literal('select'), properties: PROPERTIES.select }),
    z.object({ ...shared, type: z.literal('text'), properties: PROPERTIES.text }),
  ]);
}

/** A custom field (docs/contract/catalogue.md#custom-field-fields). */
export const CustomField = variants(printed).meta({ id: 'CustomField', resource: 'custom_fields' });
export type CustomField = z.infer<typeof CustomField>;

/** A custom field with the number of products that ask for it, as its own operations print it. */
export const CustomFieldWithProducts = variants({ ...printed, products_count: z.int() }).meta({
  id: 'CustomFieldWithProducts',
  resource: 'custom_fields',
});
export type CustomFieldWithProducts = z.infer<typeof CustomFieldWithProducts>;

const slug = trimmedText({ min: 1, max: 200 }).regex(/^[A-Za-z0-9-]+$/, {
  error: 'Use letters, digits, and hyphens only.',
});
const name = trimmedText({ min: 1, max: 500 });

/** The maximum size of the options of a field together, in bytes of JSON. */
const MAX_OPTIONS_BYTES = 16 * KIB;

export type Options = z.output<(typeof PROPERTIES)['select']>['options'];

/** Why options are too large (docs/contract/catalogue.md#bounds); those of `stored` may stay or become smaller. */
export function optionsProblem(options: Options, stored: Options = []): string | undefined {
  if (jsonBytes(options) <= Math.max(MAX_OPTIONS_BYTES, jsonBytes(stored))) return undefined;
  return `All options together can have at most ${MAX_OPTIONS_BYTES / KIB} KB. Use fewer or shorter ones.`;
}

const written = {
  metadata: MetadataInput.optional(),
  slug,
  name,
  organization_id: OrganizationIdInput,
};

export const CustomFieldCreate = variants(written)
  .superRefine((field, context) => {
    const problem = field.type === 'select' && optionsProblem(field.properties.options);
    if (problem) {
      context.addIssue({ code: 'custom', message: problem, path: ['properties', 'options'] });
    }
  })
  .meta({ id: 'CustomFieldCreate' });
export type CustomFieldCreate = z.infer<typeof CustomFieldCreate>;

/** `properties` replace the old ones and are checked against the field's fixed type. */
export const CustomFieldUpdate = z
  .object({
    type: CustomFieldType.optional(),
    metadata: notCleared(MetadataInput),
    name: notCleared(name),
    slug: notCleared(slug),
    properties: notCleared(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'CustomFieldUpdate' });
export type CustomFieldUpdate = z.infer<typeof CustomFieldUpdate>;

export const CUSTOM_FIELD_SORTS = ['created_at', 'slug', 'name', 'type'] as const;
export type CustomFieldSort = (typeof CUSTOM_FIELD_SORTS)[number];

/** A custom field attached to a product (docs/contract/catalogue.md#attached-custom-fields). */
export const AttachedCustomField = z
  .object({
    custom_field_id: Id,
    custom_field: CustomField,
    order: z.int(),
    required: z.boolean(),
  })
  .meta({ id: 'AttachedCustomField' });

export const AttachedCustomFieldCreate = z
  .object({ custom_field_id: Id, required: z.boolean() })
  .meta({ id: 'AttachedCustomFieldCreate' });
