import type { Scope } from '@/lib/database/connection/scope';
import type { CustomerSession } from '@/lib/database/generated/client';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { type Fields, insertRow } from '@/lib/database/rows/write';

export type CustomerSessionRow = CustomerSession;

const MAPPING = {
  model: 'CustomerSession',
  table: 'customer_sessions',
  relations: {},
} as const satisfies RowMapping;

export function create(
  scope: Scope,
  data: Fields<CustomerSessionRow>,
): Promise<CustomerSessionRow> {
  return insertRow(scope, MAPPING, data, { prepared: true });
}
