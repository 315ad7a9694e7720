import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';

// Accounts as each way to sign in reads them. They belong to no organization, so most of this takes no scope.
// Email addresses are in lower case.

/** The provider id that better-auth gives to accounts with a password. */
export const CREDENTIAL = 'credential';

export function findUser(email: string) {
  return db(null).user.findUnique({ where: { email } });
}

export function findUserById(id: string, scope: Scope | null = null) {
  return db(scope).user.findUnique({ where: { id } });
}

/** The password hash of the account with this email address or id; null without one. */
export async function findCredential(by: { email: string } | { id: string }) {
  const found = await db(null).account.findFirst({
    where: { providerId: CREDENTIAL, user: by, password: { not: null } },
    select: { userId: true, password: true, user: { select: { emailVerified: true } } },
  });
  if (!found?.password) return null;
  const { userId, password, user } = found;
  return { userId, password, isConfirmed: user.emailVerified };
}

/**
 * Keeps concurrent sign-ins of a user from storing a session until the transaction ends: they then notice that
 * the password they have checked is another one.
 */
export async function lockUser(scope: Scope, userId: string): Promise<void> {
  await execute(scope, sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`);
}

/** Deletes an account with all that is its own. */
export async function removeUser(scope: Scope, userId: string): Promise<void> {
  await deleteLinks(scope, userId);
  await db(scope).user.delete({ where: { id: userId } });
}

/** Deletes the links of an account that set another password or address. */
export async function deleteLinks(scope: Scope, userId: string): Promise<void> {
  await db(scope).verification.deleteMany({ where: { value: userId } });
}

export type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;
