import type { Problem } from '@/lib/contract/errors';
import type { CustomField, CustomFieldType } from '@/lib/resources/custom-fields/schema';

/** The custom field data of a request, by slug. */
export type FieldData = Record<string, unknown>;

/** A custom field as a product has it attached. */
export interface AskedField {
  required: boolean;
  field: Pick<CustomField, 'slug' | 'name'> & {
    type: CustomFieldType;
    properties: Record<string, unknown>;
  };
}

/** What people know a field by, never its slug (docs/contract/catalogue.md#custom-field-data). */
export function labelOf({ name, properties }: Pick<CustomField, 'name' | 'properties'>): string {
  return properties.form_label ?? name;
}

const MAX_TEXT = 10_000;

/**
 * Checks custom field data against the fields of a product (docs/contract/catalogue.md#custom-field-data):
 * types always, presence of required fields only with `complete`. Unknown slugs and null values are dropped.
 * Returns the data to store and every problem, at `body.custom_field_data.<slug>`.
 */
export function checkFieldData(
  asked: readonly AskedField[],
  data: FieldData,
  { complete }: { complete: boolean },
): { data: FieldData; problems: Problem[] } {
  const kept: FieldData = {};
  const problems: Problem[] = [];
  for (const { field, required } of asked) {
    const value = Object.hasOwn(data, field.slug) ? (data[field.slug] ?? undefined) : undefined;
    const complain = (msg: string, type = 'value_error') =>
      problems.push({ loc: ['body', 'custom_field_data', field.slug], msg, type });
    if (value === undefined || value === '') {
      if (complete && required) complain('This field is required.', 'missing');
      continue;
    }
    const wrong = CHECKS[field.type](value, field.properties);
    if (wrong) complain(wrong);
    else kept[field.slug] = value;
    // A required checkbox has to be ticked.
    if (complete && required && value === false) complain(`${field.name} must be checked.`);
  }
  return { data: kept, problems };
}

type Check = (value: unknown, properties: Record<string, unknown>) => string | undefined;

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

function outside(value: number, { ge, le }: Record<string, unknown>): string | undefined {
  const [least, most] = [number(ge), number(le)];
  if (least !== undefined && value < least) return `The minimum is ${least}.`;
  if (most !== undefined && value > most) return `The maximum is ${most}.`;
  return undefined;
}

const CHECKS: Record<CustomFieldType, Check> = {
  text(value, properties) {
    if (typeof value !== 'string') return 'Enter text.';
    const length = [...value].length;
    const least = number(properties.min_length) ?? 0;
    const most = Math.min(number(properties.max_length) ?? MAX_TEXT, MAX_TEXT);
    if (length < least) return `Enter at least ${least} characters.`;
    return length > most ? `Enter at most ${most} characters.` : undefined;
  },
  number(value, properties) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'Enter a whole number.';
    return outside(value, properties);
  },
  /** A calendar day; its bounds are seconds since 1970 (UTC). */
  date(value, properties) {
    const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
    const time = isDay ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value) {
      return 'Enter a date as YYYY-MM-DD.';
    }
    return outside(time / 1000, properties) && 'This date is outside the allowed range.';
  },
  checkbox: (value) => (typeof value === 'boolean' ? undefined : 'Send true or false.'),
  select(value, properties) {
    const options = (properties.options ?? []) as { value: string }[];
    return options.some((option) => option.value === value)
      ? undefined
      : 'Choose one of the options.';
  },
};
