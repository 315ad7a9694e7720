import { z } from 'zod';
import { codePoints, text } from '@/lib/contract/fields';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** A note of the seller. */
export const TYPE = 'custom';

/** The maximum number of characters of a note. */
const MAX_NOTE = 5000;

export const Properties = properties(MAX_NOTE);

function properties(maxNote: number) {
  return z.object({ note: text({ max: maxNote }).nullable().default(null) });
}

const Stored = z.object({ note: z.string().nullable() });
type Stored = z.infer<typeof Stored>;

export const PRINTED = {
  type: z.literal(TYPE),
  properties: Stored,
  is_tax_applicable: z.boolean(),
};
export const ForCustomer = Stored;

export const rules: TypeRules<z.output<typeof Properties>, Stored> = {
  /** A note that is longer than {@link MAX_NOTE} may stay or become shorter (docs/contract/catalogue.md#bounds). */
  accepted: (stored) => properties(Math.max(MAX_NOTE, codePoints(stored.note ?? ''))),
  store: (accepted) => accepted,
  print: ({ properties }) => ({ properties, is_tax_applicable: false }),
  /** Without its note, which would be repeated with everything that shows the benefit. */
  printInside: () => ({ properties: { note: null }, is_tax_applicable: false }),
  printForCustomer: (stored) => stored,
  grant: () => ({}),
};
