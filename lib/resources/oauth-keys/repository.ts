import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import type { OAuthKey, Prisma } from '@/lib/database/generated/client';

/** The key that signs; null before the first. */
export function findSigning(scope: Scope): Promise<OAuthKey | null> {
  return db(scope).oAuthKey.findFirst({ where: { retiredAt: null } });
}

/** The key that signs, and those that others have taken the place of since a time, newest first. */
export function listPublished(since: Date): Promise<OAuthKey[]> {
  return db(null).oAuthKey.findMany({
    where: { OR: [{ retiredAt: null }, { retiredAt: { gt: since } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

/** Stores a key that signs, unless there is one. */
export async function createSigning(
  scope: Scope,
  data: Prisma.OAuthKeyUncheckedCreateInput,
): Promise<void> {
  await db(scope).oAuthKey.createMany({ data: [data], skipDuplicates: true });
}

/** Has the key that signs sign nothing any more. */
export async function retireSigning(scope: Scope, now: Date): Promise<void> {
  await db(scope).oAuthKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: now } });
}

/** Deletes keys that others have taken the place of before a time. */
export async function removeRetired(before: Date): Promise<void> {
  await db(null).oAuthKey.deleteMany({ where: { retiredAt: { lte: before } } });
}
