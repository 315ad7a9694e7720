import { db, prisma } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import { DEMO_EMAIL } from '@/lib/resources/identity/rules';
import { newId } from '@/lib/runtime/ids';

/** The seller who is calling; null when an organization is. */
export async function findCaller(scope: Scope) {
  const { caller } = scope;
  return caller.kind === 'user'
    ? db(scope).user.findUnique({ where: { id: caller.userId } })
    : null;
}

/** The caller's memberships with their organizations, oldest organization first. */
export function listMemberships(scope: Scope, userId: string) {
  return db(scope).membership.findMany({
    where: { userId },
    include: { organization: true },
    orderBy: [{ organization: { createdAt: 'asc' } }, { organizationId: 'asc' }],
  });
}

/** The organizations of the scope. */
export function listOrganizations(scope: Scope) {
  return db(scope).organization.findMany();
}

// Accounts belong to no organization, so the rest uses no scope. Email addresses are in lower case.

/** The provider id that better-auth gives to accounts with a password. */
const CREDENTIAL = 'credential';

export function findUser(email: string) {
  return prisma().user.findUnique({ where: { email } });
}

export function findUserById(id: string) {
  return prisma().user.findUnique({ where: { id } });
}

/** The address of an account; null where it was deleted. */
export async function emailOf(id: string): Promise<string | null> {
  const user = await prisma().user.findUnique({ where: { id }, select: { email: true } });
  return user?.email ?? null;
}

/** The password hash of the account with this email address or id; null without one. */
export async function findCredential(by: { email: string } | { id: string }) {
  const found = await prisma().account.findFirst({
    where: { providerId: CREDENTIAL, user: by, password: { not: null } },
    select: { userId: true, password: true, user: { select: { emailVerified: true } } },
  });
  if (!found?.password) return null;
  const { userId, password, user } = found;
  return { userId, password, isConfirmed: user.emailVerified };
}

/** Replaces the hash of the same password, unless the password was changed since. */
export async function replaceHash(userId: string, from: string, to: string): Promise<void> {
  await prisma().account.updateMany({
    where: { userId, providerId: CREDENTIAL, password: from },
    data: { password: to },
  });
}

/** The seller with this email address, created where there is none: confirmed, without a password. */
export function findOrCreateUser(email: string, name: string) {
  return prisma().user.upsert({
    where: { email },
    create: { id: newId(), email, name, emailVerified: true },
    update: {},
  });
}

/** Marks the email address confirmed: the operator vouches for it. */
export function setEmailVerified(userId: string) {
  return prisma().user.update({ where: { id: userId }, data: { emailVerified: true } });
}

/**
 * Gives an account to the owner of its email address: ends its sessions, deletes its password and personal
 * tokens, and confirms the address. The account gets a new id, which its memberships follow by foreign key,
 * so that a concurrent request of the previous holder can write no session or token.
 */
export function takeOver(userId: string) {
  return prisma().$transaction(async (client) => {
    // Waits for concurrent writes that refer to this user, and blocks later ones.
    await client.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    await client.session.deleteMany({ where: { userId } });
    await client.account.deleteMany({ where: { userId } });
    await client.token.deleteMany({ where: { userId } });
    return client.user.update({
      where: { id: userId },
      data: { id: newId(), emailVerified: true },
    });
  });
}

/** Whether there is a seller other than that of the demonstration data. */
export async function hasSeller(): Promise<boolean> {
  const demo = await prisma().installation.findUnique({ where: { key: 'demo' } });
  const others = demo ? { email: { not: DEMO_EMAIL } } : {};
  return (await prisma().user.findFirst({ where: others, select: { id: true } })) !== null;
}

const FIRST_SIGN_UP = 'first_sign_up';

/** Claims the right to create the first account for one minute; false while another request has it. */
export async function claimFirst(): Promise<boolean> {
  const claimed = await prisma().$executeRaw`
    INSERT INTO installation AS i (key, value, created_at) VALUES (${FIRST_SIGN_UP}, '', now())
    ON CONFLICT (key) DO UPDATE SET created_at = now()
      WHERE i.created_at < now() - interval '1 minute'`;
  return claimed === 1;
}

export async function releaseFirst(): Promise<void> {
  await prisma().installation.deleteMany({ where: { key: FIRST_SIGN_UP } });
}

/** Deletes expired sessions and links. */
export async function deleteExpired(now: Date): Promise<void> {
  const isOver = { expiresAt: { lte: now } };
  await prisma().session.deleteMany({ where: isOver });
  await prisma().verification.deleteMany({ where: isOver });
}

/** Stores the new ends of sessions that were used, by their ids. */
export async function extendSessions(ends: ReadonlyMap<string, Date>): Promise<void> {
  for (const [id, expiresAt] of ends) {
    await prisma().session.updateMany({ where: { id }, data: { expiresAt } });
  }
}

/** A page of the live sessions of a user, the last used first. */
export async function listSessions(
  userId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
) {
  const where = { userId, expiresAt: { gt: now } };
  const [rows, totalCount] = await Promise.all([
    prisma().session.findMany({
      where,
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * limit,
      take: limit,
    }),
    prisma().session.count({ where }),
  ]);
  return { rows, totalCount };
}

/** Ends a session of a user; false where he has none with this id. */
export async function endSession(userId: string, id: string): Promise<boolean> {
  const { count } = await prisma().session.deleteMany({ where: { userId, id } });
  return count === 1;
}

export async function endSessionByToken(token: string): Promise<void> {
  await prisma().session.deleteMany({ where: { token } });
}

/** Ends the sessions of a user but one; null spares none. */
export async function endSessions(scope: Scope, userId: string, spared: string | null) {
  const others = spared === null ? {} : { id: { not: spared } };
  await db(scope).session.deleteMany({ where: { userId, ...others } });
}

/**
 * Keeps concurrent sign-ins of a user from storing a session until the transaction ends: they then notice that
 * the password they have checked is another one.
 */
export async function lockUser(scope: Scope, userId: string): Promise<void> {
  await db(scope).$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
}

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

/** Deletes the links of an account that set another password or address. */
export async function deleteLinks(scope: Scope, userId: string): Promise<void> {
  await db(scope).verification.deleteMany({ where: { value: userId } });
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
