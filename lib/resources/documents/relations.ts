import { tenant } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { type Sql, sql } from '@/lib/database/connection/sql';
import type { DocumentKind } from '@/lib/resources/documents/schema';

/** `DEMO-000123`, `DEMO-CN-000123`, `000123` or `123`. */
const NUMBER = /^\s*([A-Za-z0-9]{2,8}-(?:CN-)?)?(\d{1,9})\s*$/i;

/**
 * Selects the ids of the orders or refunds whose document has the number that a search text is, whole or its last
 * digits (docs/contract/orders.md#numbers); undefined where the text is none.
 */
export function withNumber(
  scope: Scope,
  kind: DocumentKind,
  text: string | undefined,
): Sql | undefined {
  const [number, prefix, digits] = NUMBER.exec(text ?? '') ?? [];
  if (number === undefined) return undefined;
  const ofSequence = sql`SELECT d.id FROM documents d
    WHERE ${tenant(scope, 'd')} AND d.kind = ${kind}::text::document_kind AND d.sequence = ${Number(digits)}`;
  if (!prefix) return ofSequence;
  return sql`${ofSequence} AND d.content ->> 'number' = ${number.trim().toUpperCase()}`;
}
