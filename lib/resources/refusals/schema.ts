import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';

export const REFUSAL_KINDS = [
  'license_validation',
  'license_activation',
  'discount_code',
  'payment',
  'checkout',
  'webhook_address',
] as const;
export const RefusalKind = z.enum(REFUSAL_KINDS).meta({ id: 'RefusalKind' });
export type RefusalKind = z.infer<typeof RefusalKind>;

/** Refusals that are equal, of an hour (docs/contract/events.md#refusals). */
export const Refusal = z
  .object({
    id: Id,
    organization_id: Id,
    first_at: Timestamp,
    last_at: Timestamp,
    count: z.int(),
    kind: RefusalKind,
    code: z.string(),
    detail: z.string(),
    rule: z.string().meta({ description: 'Where the API reference describes it.' }),
    fix: z.string().meta({ description: 'What the seller can do.' }),
    object: z
      .object({ kind: z.string(), id: Id, name: z.string().nullable() })
      .meta({ resource: 'refusals' })
      .nullable(),
    customer_id: Id.nullable(),
    checkout_id: Id.nullable(),
    request_id: z.string().nullable().meta({ description: 'Of the latest.' }),
  })
  .meta({ id: 'Refusal', resource: 'refusals' });
export type Refusal = z.infer<typeof Refusal>;

/** Days that refusals are kept. */
export const KEPT_DAYS = 30;

export const REFUSAL_SORTS = ['last_at', 'count'] as const;
export type RefusalSort = (typeof REFUSAL_SORTS)[number];
