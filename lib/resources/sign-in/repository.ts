import { DEMO_EMAIL } from '@/lib/auth/demo-seller';
import { CREDENTIAL, lockUser } from '@/lib/auth/users';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import { newId } from '@/lib/runtime/ids';

// Accounts belong to no organization, so this takes no scope. Email addresses are in lower case.

/** The address of an account; null where it was deleted. */
export async function emailOf(id: string): Promise<string | null> {
  const user = await db(null).user.findUnique({ where: { id }, select: { email: true } });
  return user?.email ?? null;
}

/** Replaces the hash of the same password, unless the password was changed since. */
export async function replaceHash(userId: string, from: string, to: string): Promise<void> {
  await db(null).account.updateMany({
    where: { userId, providerId: CREDENTIAL, password: from },
    data: { password: to },
  });
}

/** The seller with this email address, created where there is none: confirmed, without a password. */
export function findOrCreateUser(email: string, name: string) {
  return db(null).user.upsert({
    where: { email },
    create: { id: newId(), email, name, emailVerified: true },
    update: {},
  });
}

/** Marks the email address confirmed: the operator vouches for it. */
export function setEmailVerified(userId: string) {
  return db(null).user.update({ where: { id: userId }, data: { emailVerified: true } });
}

/**
 * Gives an account to the owner of its email address: has all that signs in or acts for it ended, deletes its password,
 * and confirms the address. The account gets a new id, which its memberships follow by foreign key,
 * so that a concurrent request of the previous holder can write no session or token.
 */
export function takeOver(userId: string, end: (scope: Scope) => Promise<void>) {
  return transaction(installationScope(), async (scope) => {
    // Waits for concurrent writes that refer to this user, and blocks later ones.
    await lockUser(scope, userId);
    await end(scope);
    await db(scope).account.deleteMany({ where: { userId } });
    return db(scope).user.update({
      where: { id: userId },
      data: { id: newId(), emailVerified: true },
    });
  });
}

/** Whether there is a seller other than that of the demonstration data. */
export async function hasSeller(): Promise<boolean> {
  const demo = await db(null).installation.findUnique({ where: { key: 'demo' } });
  const others = demo ? { email: { not: DEMO_EMAIL } } : {};
  return (await db(null).user.findFirst({ where: others, select: { id: true } })) !== null;
}

const FIRST_SIGN_UP = 'first_sign_up';

/** Claims the right to create the first account for one minute; false while another request has it. */
export async function claimFirst(): Promise<boolean> {
  const claimed = await execute(
    null,
    sql`INSERT INTO installation AS i (key, value, created_at) VALUES (${FIRST_SIGN_UP}, '', now())
    ON CONFLICT (key) DO UPDATE SET created_at = now()
      WHERE i.created_at < now() - interval '1 minute'
      RETURNING i.key`,
  );
  return claimed.length === 1;
}

export async function releaseFirst(): Promise<void> {
  await db(null).installation.deleteMany({ where: { key: FIRST_SIGN_UP } });
}

export async function endSessionByToken(token: string): Promise<void> {
  await db(null).session.deleteMany({ where: { token } });
}
