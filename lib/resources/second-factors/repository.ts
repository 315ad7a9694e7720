import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { newId } from '@/lib/runtime/ids';

// Accounts belong to no organization, so what is in no transaction takes no scope.

/** The app of an account, whether in force yet or not. */
export function findTotp(scope: Scope, userId: string) {
  return db(scope).totpFactor.findUnique({ where: { userId } });
}

/** Stores an app that is not in force yet, in place of one that is not either. */
export async function storeTotp(scope: Scope, userId: string, sealedSecret: string): Promise<void> {
  const data = { sealedSecret, lastStep: 0 };
  await db(scope).totpFactor.upsert({
    where: { userId },
    create: { userId, ...data },
    update: data,
  });
}

/**
 * Accepts a time step of an app, once and none before it; null where it was. An app that is not in force yet is then
 * where `enrols` is set; otherwise it accepts none.
 */
export async function acceptStep(
  scope: Scope,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
  step: number,
  { enrols, now }: { enrols: boolean; now: Date },
): Promise<{ hasEnrolled: boolean } | null> {
  const [accepted] = await execute<{ hasEnrolled: boolean }>(
    scope,
    sql`WITH known AS (
          SELECT user_id, confirmed_at IS NULL AS is_new FROM totp_factors
          WHERE user_id = ${userId}::uuid AND sealed_secret = ${sealedSecret} AND last_step < ${step}::int
            AND (confirmed_at IS NOT NULL OR ${enrols}::boolean) FOR UPDATE
        )
        UPDATE totp_factors t SET last_step = ${step}::int,
          confirmed_at = COALESCE(t.confirmed_at, ${now}::timestamptz)
        FROM known WHERE t.user_id = known.user_id RETURNING known.is_new AS "hasEnrolled"`,
    { prepared: true },
  );
  return accepted ?? null;
}

/** Replaces the recovery codes of an account. */
export async function storeRecoveryCodes(
  scope: Scope,
  userId: string,
  digests: readonly string[],
): Promise<void> {
  await db(scope).recoveryCode.deleteMany({ where: { userId } });
  await db(scope).recoveryCode.createMany({ data: digests.map((digest) => ({ userId, digest })) });
}

/** Uses up a recovery code of an account whose app is in force; false where it has no such code. */
export async function useRecoveryCode(userId: string, digest: string): Promise<boolean> {
  const { count } = await db(null).recoveryCode.deleteMany({
    where: { userId, digest, user: { totp: { confirmedAt: { not: null } } } },
  });
  return count === 1;
}

/** Removes the app and the recovery codes of an account; false where it has no app. */
export async function deleteApp(scope: Scope, userId: string): Promise<boolean> {
  await db(scope).recoveryCode.deleteMany({ where: { userId } });
  const { count } = await db(scope).totpFactor.deleteMany({ where: { userId } });
  return count === 1;
}

/** Removes the passkeys of an account; false where it has none. */
export async function deletePasskeys(scope: Scope, userId: string): Promise<boolean> {
  const { count } = await db(scope).passkey.deleteMany({ where: { userId } });
  return count > 0;
}

/** Stores a sign-in that waits for its second factor. */
export async function storeAttempt(attempt: {
  digest: string;
  userId: string;
  expiresAt: Date;
}): Promise<string> {
  const id = newId();
  await db(null).signInAttempt.create({ data: { id, ...attempt } });
  return id;
}

/** The account of a sign-in that waits; null where there is none, or it is over. */
export function findAttempt(digest: string, now: Date) {
  return db(null).signInAttempt.findFirst({
    where: { digest, expiresAt: { gt: now } },
    select: { id: true, userId: true },
  });
}

/** Counts a try of a sign-in that waits; false where it has had `most`. */
export async function countTry(id: string, most: number): Promise<boolean> {
  const { count } = await db(null).signInAttempt.updateMany({
    where: { id, tries: { lt: most } },
    data: { tries: { increment: 1 } },
  });
  return count === 1;
}

/** Ends a sign-in that waits; false where another call was first. */
export async function endAttempt(id: string): Promise<boolean> {
  const { count } = await db(null).signInAttempt.deleteMany({ where: { id } });
  return count === 1;
}
