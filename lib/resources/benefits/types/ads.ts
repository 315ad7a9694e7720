import { z } from 'zod';
import { int } from '@/lib/contract/fields';
import type { TypeRules } from '@/lib/resources/benefits/types/type-rules';

/** Space for the customer's advertisement (docs/contract/advertisements.md). */
export const TYPE = 'ads';

export const Properties = z.object({
  image_height: int({ min: 1, max: 10_000 }).default(400),
  image_width: int({ min: 1, max: 10_000 }).default(400),
});

const Stored = z.object({ image_height: z.int(), image_width: z.int() });
type Stored = z.infer<typeof Stored>;

export const PRINTED = { type: z.literal(TYPE), properties: Stored };
export const ForCustomer = Stored;

export const rules: TypeRules<Stored, Stored> = {
  accepted: () => Properties,
  store: (accepted) => accepted,
  print: ({ properties }) => ({ properties }),
  printForCustomer: (stored) => stored,
  grant: (_, id) => ({ advertisement_campaign_id: id }),
  hasCampaign: true,
};
