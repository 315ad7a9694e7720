import { CREDENTIAL } from '@/lib/auth/users';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { newId } from '@/lib/runtime/ids';

// Accounts belong to no organization, so what is in no transaction takes no scope.

/** Deletes expired sessions, sign-ins that wait, challenges and links. */
export async function deleteExpired(now: Date): Promise<void> {
  const isOver = { expiresAt: { lte: now } };
  await db(null).session.deleteMany({ where: isOver });
  await db(null).verification.deleteMany({ where: isOver });
  await db(null).signInAttempt.deleteMany({ where: isOver });
  await db(null).usedChallenge.deleteMany({ where: isOver });
}

/** A page of the live sessions of a user, the last used first. */
export async function listSessions(
  userId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
) {
  const where = { userId, expiresAt: { gt: now } };
  const [rows, totalCount] = await Promise.all([
    db(null).session.findMany({
      where,
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * limit,
      take: limit,
    }),
    db(null).session.count({ where }),
  ]);
  return { rows, totalCount };
}

/** Ends a session of a user; false where he has none with this id. */
export async function endSession(userId: string, id: string): Promise<boolean> {
  const { count } = await db(null).session.deleteMany({ where: { userId, id } });
  return count === 1;
}

/** Ends the sessions of a user but one; null spares none. */
export async function endSessions(scope: Scope, userId: string, spared: string | null) {
  const others = spared === null ? {} : { id: { not: spared } };
  await db(scope).session.deleteMany({ where: { userId, ...others } });
}

/** Ends the sign-ins of a user that wait for the second factor. */
export async function endAttempts(scope: Scope, userId: string): Promise<void> {
  await db(scope).signInAttempt.deleteMany({ where: { userId } });
}

/** Notes that the user of a session has shown who it is. */
export async function confirmSession(id: string, confirmedAt: Date): Promise<void> {
  await db(null).session.updateMany({ where: { id }, data: { confirmedAt } });
}

/** How many recovery codes of a user are not used yet. */
export function countRecoveryCodes(userId: string): Promise<number> {
  return db(null).recoveryCode.count({ where: { userId } });
}

/** Stores another password hash, `from` null for the first one; false where another call was first. */
export async function storePassword(
  scope: Scope,
  userId: string,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const { account } = db(scope);
  if (from !== null) {
    const { count } = await account.updateMany({
      where: { userId, providerId: CREDENTIAL, password: from },
      data: { password: to },
    });
    return count === 1;
  }
  const { count } = await account.createMany({
    data: { id: newId(), userId, accountId: userId, providerId: CREDENTIAL, password: to },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Changes what is given. */
export async function update(
  userId: string,
  { name, image }: { name?: string | undefined; image?: string | null | undefined },
): Promise<void> {
  const data = {
    ...(name === undefined ? {} : { name }),
    ...(image === undefined ? {} : { image }),
  };
  await db(null).user.update({ where: { id: userId }, data });
}
