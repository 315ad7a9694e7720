import { z } from 'zod';
import { Id } from '@/lib/contract/fields';

/** In the order of the answer. */
export const KINDS = [
  'customer',
  'product',
  'order',
  'subscription',
  'checkout',
  'discount',
  'license_key',
  'benefit',
] as const;
const SearchKind = z.enum(KINDS).meta({ id: 'SearchKind' });
export type SearchKind = z.infer<typeof SearchKind>;

const MatchedField = z
  .enum([
    'id',
    'name',
    'email',
    'customer.name',
    'customer.email',
    'customer_name',
    'customer_email',
    'code',
    'key',
    'invoice_number',
    'description',
  ])
  .meta({ id: 'MatchedField' });
export type MatchedField = z.infer<typeof MatchedField>;

export const SearchItem = z
  .object({
    kind: SearchKind,
    id: Id,
    title: z
      .string()
      .meta({ description: 'What it is called; of a license key its `display_key`.' }),
    subtitle: z.string().nullable().meta({ description: 'What tells it from others of its name.' }),
    matched: MatchedField.meta({ description: 'The field of the record that has the text.' }),
  })
  .meta({ id: 'SearchItem', resource: 'search' });
export type SearchItem = z.infer<typeof SearchItem>;

export const SearchResponse = z
  .object({ items: z.array(SearchItem) })
  .meta({ id: 'SearchResponse', resource: 'search' });
export type SearchResponse = z.infer<typeof SearchResponse>;
