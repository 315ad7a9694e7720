import type { Scope } from '@/lib/database/connection/scope';
import type { CustomerSession } from '@/lib/database/generated/client';
import type { Shape } from '@/lib/database/rows/shape';
import { type Fields, insertRow } from '@/lib/database/rows/write';

export type CustomerSessionRow = CustomerSession;

const SHAPE: Shape<CustomerSessionRow> = {
  model: 'CustomerSession',
  table: 'customer_sessions',
  parts: {},
};

export function create(
  scope: Scope,
  data: Fields<CustomerSessionRow>,
): Promise<CustomerSessionRow> {
  return insertRow(scope, SHAPE, data);
}
