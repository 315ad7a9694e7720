import type { QueryOf } from '@/lib/contract/contract';
import { paginated, printed } from '@/lib/contract/pagination';
import type { Scope } from '@/lib/database/connection/scope';
import type { exportPayments, listPayments } from '@/lib/resources/payments/contract';
import * as repository from '@/lib/resources/payments/repository';
import { serializePayment } from '@/lib/resources/payments/serialize';

export async function listAll(scope: Scope, query: QueryOf<typeof listPayments>) {
  const { rows, totalCount } = await repository.list(scope, query).page(query);
  return paginated(rows.map(serializePayment), totalCount, query.limit);
}

export function exportAll(scope: Scope, query: QueryOf<typeof exportPayments>) {
  return printed(repository.list(scope, query).all(), serializePayment);
}
