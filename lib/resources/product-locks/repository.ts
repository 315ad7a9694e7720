import { query, tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, sql } from '@/lib/database/connection/sql';

/** What a product shows of other resources: the table that attaches them, and its column of their ids. */
const ATTACHMENTS = {
  benefits: { table: 'product_benefits', column: 'benefit_id' },
  files: { table: 'product_medias', column: 'file_id' },
  customFields: { table: 'product_custom_fields', column: 'custom_field_id' },
} as const;

export type Part = keyof typeof ATTACHMENTS;

/** Locks the products that show these parts until the transaction ends, in the order of their ids. */
export async function lockProducts(
  scope: Scope,
  part: Part,
  ids: readonly string[],
): Promise<void> {
  const { table, column } = ATTACHMENTS[part];
  await query(
    scope,
    sql`SELECT p.id FROM products p WHERE ${tenant(scope, 'p')} AND p.id IN (
          SELECT l.product_id FROM ${raw(table)} l
          WHERE ${tenant(scope, 'l')} AND l.${raw(column)} = ANY(${[...ids]}::uuid[]))
        ORDER BY p.id FOR NO KEY UPDATE`,
  );
}
