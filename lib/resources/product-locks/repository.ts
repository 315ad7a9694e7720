import { tenant } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';

/** What a product shows of other resources: the table that attaches them, and its column of their ids. */
const ATTACHMENTS = {
  benefits: { table: 'product_benefits', column: 'benefit_id' },
  files: { table: 'product_medias', column: 'file_id' },
  customFields: { table: 'product_custom_fields', column: 'custom_field_id' },
} as const;

export type Part = keyof typeof ATTACHMENTS;

/** The ids of the products that show a part, as a statement. */
export function productsShowing(scope: Scope, part: Part, ids: readonly string[]): Sql {
  const { table, column } = ATTACHMENTS[part];
  return sql`SELECT l.product_id FROM ${raw(table)} l
    WHERE ${tenant(scope, 'l')} AND l.${raw(column)} = ANY(${[...ids]}::uuid[])`;
}

/** Locks the products that show these parts until the transaction ends, in the order of their ids. */
export async function lockProducts(
  scope: Scope,
  part: Part,
  ids: readonly string[],
): Promise<void> {
  const showing = productsShowing(scope, part, ids);
  await execute(
    scope,
    sql`SELECT p.id FROM products p WHERE ${tenant(scope, 'p')} AND p.id IN (${showing})
        ORDER BY p.id FOR NO KEY UPDATE`,
  );
}
