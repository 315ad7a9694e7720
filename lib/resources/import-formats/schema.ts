import { z } from 'zod';

/** What the rows of a file become. */
export const ImportKind = z
  .enum(['customers', 'products', 'discounts', 'license_keys', 'subscriptions', 'orders'])
  .meta({ id: 'ImportKind' });
export type ImportKind = z.infer<typeof ImportKind>;

/** Whose columns a file has (docs/contract/imports.md#sources). */
export const ImportSource = z
  .enum(['tilldesk', 'stripe', 'lemon_squeezy', 'gumroad', 'paddle', 'keygen', 'custom'])
  .meta({ id: 'ImportSource' });
export type ImportSource = z.infer<typeof ImportSource>;
