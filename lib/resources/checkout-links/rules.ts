import { type Metadata, MetadataInput } from '@/lib/contract/fields';
import { CheckoutUpdatePublic } from '@/lib/resources/checkouts/schema';
import type { AskedField } from '@/lib/resources/custom-fields/rules';
import type { CustomFieldType } from '@/lib/resources/custom-fields/schema';

/** Pairs of a query string, decoded, in their order. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

const PrefillFields = CheckoutUpdatePublic.pick({
  customer_email: true,
  customer_name: true,
  discount_code: true,
  currency: true,
  amount: true,
  custom_field_data: true,
});

/** What a visitor's address fills in (docs/contract/checkout-links.md#prefilling). */
export type Prefill = ReturnType<typeof PrefillFields.parse>;

const ANSWER_PREFIX = 'custom_field_data.';
const MAX_PAIRS = 50;

/**
 * What a query fills in of a checkout whose product asks `fields`, without the values that are malformed or
 * empty. Whether the product takes the rest is for the checkout's own rules to decide.
 */
export function prefillOf(pairs: QueryPairs, fields: readonly AskedField[]): Prefill {
  const given = new Map(pairs.filter(([, value]) => value.trim() !== '').toReversed());
  const answers = fields.flatMap(({ field }): [string, unknown][] => {
    const value = given.get(`${ANSWER_PREFIX}${field.slug}`);
    return value === undefined ? [] : [[field.slug, answerOf(field.type, value)]];
  });
  const amount = given.get('amount');
  const raw = {
    customer_email: given.get('customer_email'),
    customer_name: given.get('customer_name'),
    discount_code: given.get('discount_code'),
    currency: given.get('currency')?.toLowerCase(),
    amount: amount === undefined ? undefined : wholeNumber(amount),
    custom_field_data: answers.length > 0 ? Object.fromEntries(answers) : undefined,
  };
  const problems = PrefillFields.safeParse(raw).error?.issues ?? [];
  return PrefillFields.parse(
    withoutPlaces(
      raw,
      problems.map(({ path }) => path),
    ),
  );
}

/** A copy of fields without what lies at these places; an emptied object is left out as well. */
export function withoutPlaces<T extends { custom_field_data?: unknown }>(
  fields: T,
  places: readonly (readonly PropertyKey[])[],
): T {
  const left = new Map<PropertyKey, unknown>(Object.entries(fields));
  for (const [name = '', answer] of places) {
    const answers = left.get(name);
    if (name === 'custom_field_data' && answer !== undefined && answers) {
      const others = Object.entries(answers).filter(([slug]) => slug !== answer);
      left.set(name, others.length > 0 ? Object.fromEntries(others) : undefined);
    } else {
      left.delete(name);
    }
  }
  return Object.fromEntries(left) as T;
}

/**
 * The metadata of a link's checkout: the link's own, and `utm_*` and `reference_id` of the query, in its order,
 * as far as they are valid and there is room.
 */
export function linkMetadata(own: Metadata, pairs: QueryPairs): Metadata {
  const all = new Map<string, Metadata[string]>(Object.entries(own));
  for (const [name, value] of pairs) {
    const isTracked = name.startsWith('utm_') || name === 'reference_id';
    if (!isTracked || all.has(name) || all.size >= MAX_PAIRS) continue;
    if (MetadataInput.safeParse({ [name]: value }).success) all.set(name, value);
  }
  return Object.fromEntries(all);
}

/** The answer that a text gives to a field of this type; one that it cannot be remains the text, which is refused. */
function answerOf(type: CustomFieldType, value: string): unknown {
  if (type === 'number') return wholeNumber(value);
  if (type !== 'checkbox') return value;
  if (/^(?:true|1|on)$/i.test(value)) return true;
  return /^(?:false|0|off)$/i.test(value) ? false : value;
}

function wholeNumber(value: string): number | string {
  return /^-?\d{1,16}$/.test(value) ? Number(value) : value;
}
