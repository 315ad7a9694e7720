import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import type { Passkey } from '@/lib/database/generated/client';

export type PasskeyRow = Passkey;

// Accounts belong to no organization, so what is in no transaction takes no scope.

/** The passkeys of an account, the oldest first. */
export function list(scope: Scope, userId: string) {
  return db(scope).passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** The passkey with the id that its authenticator gave it, of any account. */
export function findByCredential(credentialId: string) {
  return db(null).passkey.findUnique({ where: { credentialId } });
}

/** Stores a passkey; null where its credential is stored already. */
export async function insert(scope: Scope, data: Passkey): Promise<Passkey | null> {
  const { count } = await db(scope).passkey.createMany({ data, skipDuplicates: true });
  return count === 1 ? data : null;
}

/** Notes that a passkey was used; false where it is gone, or another use was counted since it was read. */
export async function noteUse(
  { id, counter: from }: Pick<Passkey, 'id' | 'counter'>,
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> {
  const { count } = await db(null).passkey.updateMany({
    where: { id, counter: from },
    data: { counter, lastUsedAt: at },
  });
  return count === 1;
}

/** Removes a passkey of an account; false where it has none with this id. */
export async function remove(scope: Scope, userId: string, id: string): Promise<boolean> {
  const { count } = await db(scope).passkey.deleteMany({ where: { userId, id } });
  return count === 1;
}

/** Notes that a challenge is answered; false where it was before. */
export async function takeChallenge(digest: string, expiresAt: Date): Promise<boolean> {
  const { count } = await db(null).usedChallenge.createMany({
    data: { digest, expiresAt },
    skipDuplicates: true,
  });
  return count === 1;
}
