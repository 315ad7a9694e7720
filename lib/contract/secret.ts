import type { z } from 'zod';

/**
 * Marks a field as a secret: a token, a password, a license key, a code that lets somebody in, or an address that holds
 * one. Whatever keeps requests or answers takes them from {@link masked}.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ secret: true });
}

/** What stands in the place of a secret. */
export const MASK = '***';

/** A stored secret as it is printed: with its last characters, to tell it by. */
export function maskedSecret(hint: string): string {
  return `${MASK}${hint}`;
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

/** What a value may be by the contract: an object's fields, a list's items, a record's values, or a plain value. */
interface Form {
  isSecret: boolean;
  /** Anything goes, as in the answers of custom fields. */
  isOpen: boolean;
  fields: Map<string, z.ZodType[]>;
  items: z.ZodType[];
  values: z.ZodType[];
}

const forms = new WeakMap<z.ZodType, Form>();

/** The form of a schema, with those of all its alternatives in one: which of them was meant may not be known. */
function formOf(schema: z.ZodType): Form {
  const known = forms.get(schema);
  if (known) return known;
  const form = emptyForm();
  forms.set(schema, form);
  form.isSecret = schema.meta()?.secret === true;
  const {
    type,
    shape = {},
    element,
    options = [],
    innerType,
    valueType,
    ...pipe
  } = definitionOf(schema);
  form.isOpen = type === 'unknown' || type === 'any';
  for (const [name, field] of Object.entries(shape)) form.fields.set(name, [field]);
  if (element) form.items.push(element);
  if (valueType) form.values.push(valueType);
  const piped = [pipe.in, pipe.out].filter(
    (part) => part && definitionOf(part).type !== 'transform',
  );
  for (const part of [...options, innerType, ...piped]) if (part) merge(form, formOf(part));
  return form;
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def as unknown as Definition;
}

function emptyForm(): Form {
  return { isSecret: false, isOpen: false, fields: new Map(), items: [], values: [] };
}

function merge(form: Form, other: Form): void {
  form.isSecret ||= other.isSecret;
  form.isOpen ||= other.isOpen;
  form.items.push(...other.items);
  form.values.push(...other.values);
  for (const [name, schemas] of other.fields) {
    form.fields.set(name, [...(form.fields.get(name) ?? []), ...schemas]);
  }
}

/** As much of a value as its contract knows, each secret as {@link MASK}; undefined where that is nothing. */
export function masked(schema: z.ZodType, value: unknown): unknown {
  return maskedBy([schema], value);
}

function maskedBy(schemas: readonly z.ZodType[], value: unknown): unknown {
  const known = schemas.map(formOf);
  if (value === null || value === undefined) return value;
  if (known.some((form) => form.isSecret)) return MASK;
  if (typeof value !== 'object' || known.some((form) => form.isOpen)) return value;
  if (Array.isArray(value)) {
    const items = known.flatMap((form) => form.items);
    return items.length === 0 ? undefined : value.map((item) => maskedBy(items, item) ?? null);
  }
  const values = known.flatMap((form) => form.values);
  if (values.length === 0 && known.every((form) => form.fields.size === 0)) return undefined;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = [...known.flatMap((form) => form.fields.get(name) ?? []), ...values];
    if (field.length === 0) continue;
    const shown = maskedBy(field, inner);
    if (shown !== undefined) kept[name] = shown;
  }
  return kept;
}

/** Every place of a schema that is a secret, as `body.token`; the items of lists and records are `*`. */
export function secretPlaces(schema: z.ZodType, place = ''): string[] {
  const { isSecret, fields, items, values } = formOf(schema);
  if (isSecret) return [place];
  const inner = [
    ...[...fields].flatMap(([name, schemas]) => schemas.map((field) => [name, field] as const)),
    ...[...items, ...values].map((item) => ['*', item] as const),
  ];
  const places = inner.flatMap(([name, field]) =>
    secretPlaces(field, place === '' ? name : `${place}.${name}`),
  );
  return [...new Set(places)];
}
