import type { CustomerSession } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';
import type { Shape } from '@/lib/database/shape';
import { type Fields, insertRow } from '@/lib/database/write';

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
