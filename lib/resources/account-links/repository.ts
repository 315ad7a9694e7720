import { CREDENTIAL } from '@/lib/auth/users';
import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { newId } from '@/lib/runtime/ids';

/** Confirms the address of an account whose holder has proved it. */
export async function proveAddress(scope: Scope, userId: string): Promise<void> {
  await db(scope).user.update({ where: { id: userId }, data: { emailVerified: true } });
}

/** Stores the password hash of an account, whichever it had. */
export async function setPassword(scope: Scope, userId: string, password: string): Promise<void> {
  const key = { providerId: CREDENTIAL, accountId: userId };
  await db(scope).account.upsert({
    where: { providerId_accountId: key },
    create: { id: newId(), userId, ...key, password },
    update: { password },
  });
}

/** Gives an account, whose holder has proved it, another address. */
export async function setEmail(scope: Scope, userId: string, email: string): Promise<void> {
  await db(scope).user.update({ where: { id: userId }, data: { email, emailVerified: true } });
}

/** Stores that a link of an account can be used. */
export async function storeLink(
  scope: Scope,
  link: { identifier: string; userId: string; expiresAt: Date },
): Promise<void> {
  const { identifier, userId, expiresAt } = link;
  const data = { id: newId(), identifier, value: userId, expiresAt };
  await db(scope).verification.create({ data });
}

/** Uses up a link of an account; false where it was used, deleted or has expired. */
export async function useLink(
  scope: Scope,
  { identifier, userId, now }: { identifier: string; userId: string; now: Date },
): Promise<boolean> {
  const { count } = await db(scope).verification.deleteMany({
    where: { identifier, value: userId, expiresAt: { gt: now } },
  });
  return count === 1;
}
