import { DEMO_EMAIL } from '@/lib/accounts/rules';
import { prisma } from '@/lib/database/client';
import { newId } from '@/lib/ids';

// Accounts belong to no organization, so they use no scope. E-mail addresses are in lower case.

export function findUser(email: string) {
  return prisma().user.findUnique({ where: { email } });
}

/** The seller with this address, made when there is none; without a password. */
export function findOrCreateUser(email: string, name: string) {
  return prisma().user.upsert({
    where: { email },
    create: { id: newId(), email, name },
    update: {},
  });
}

/** Whoever runs the installation vouches for the address. */
export async function setEmailVerified(userId: string): Promise<void> {
  await prisma().user.update({ where: { id: userId }, data: { emailVerified: true } });
}

/** Whether there is a seller beside the one of the demonstration data. */
export async function hasSeller(): Promise<boolean> {
  const demo = await prisma().installation.findUnique({ where: { key: 'demo' } });
  const others = demo ? { email: { not: DEMO_EMAIL } } : {};
  return (await prisma().user.findFirst({ where: others, select: { id: true } })) !== null;
}

const FIRST = 'first_sign_up';

/** Claims the right to make the first account, for a minute at most; false while another has it. */
export async function claimFirst(): Promise<boolean> {
  const claimed = await prisma().$executeRaw`
    INSERT INTO installation AS i (key, value, created_at) VALUES (${FIRST}, '', now())
    ON CONFLICT (key) DO UPDATE SET created_at = now()
      WHERE i.created_at < now() - interval '1 minute'`;
  return claimed === 1;
}

export async function releaseFirst(): Promise<void> {
  await prisma().installation.deleteMany({ where: { key: FIRST } });
}

/** Removes sessions and links that are over. */
export async function removeOver(now: Date): Promise<void> {
  const isOver = { expiresAt: { lte: now } };
  await prisma().session.deleteMany({ where: isOver });
  await prisma().verification.deleteMany({ where: isOver });
}
