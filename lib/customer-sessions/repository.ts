import { db } from '@/lib/database/client';
import type { CustomerSession, Prisma } from '@/lib/database/generated/client';
import type { Scope } from '@/lib/database/scope';

export type CustomerSessionRow = CustomerSession;

export function create(
  scope: Scope,
  data: Prisma.CustomerSessionUncheckedCreateInput,
): Promise<CustomerSessionRow> {
  return db(scope).customerSession.create({ data });
}
