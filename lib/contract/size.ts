export const KIB = 1024;

const encoder = new TextEncoder();

/**
 * The size of a value as JSON, in bytes of UTF-8. A `modified_at` counts as a time even where it is null, and
 * `is_archived` as false: so that neither the first change of an object nor archiving it makes it larger.
 */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value, (key, field) => {
    if (key === 'modified_at') return UNMODIFIED;
    return key === 'is_archived' ? false : field;
  });
  return encoder.encode(text).length;
}

const UNMODIFIED = '0000-00-00T00:00:00.000Z';

/** The field that gained most bytes; undefined where the fields together did not grow. */
export function grownField<Value extends object, Field extends keyof Value & string>(
  before: Value | null,
  after: Value,
  fields: readonly Field[],
): Field | undefined {
  const bytes = (value: unknown) => (value === undefined ? 0 : jsonBytes(value));
  const gains = fields.map((field) => ({
    field,
    gained: bytes(after[field]) - bytes(before?.[field]),
  }));
  if (gains.reduce((sum, { gained }) => sum + gained, 0) <= 0) return undefined;
  return gains.sort((a, b) => b.gained - a.gained)[0]?.field;
}
