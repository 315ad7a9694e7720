import { findUserById, lockUser, removeUser } from '@/lib/auth/users';
import { ApiError, orNotFound } from '@/lib/contract/errors';
import { formatList } from '@/lib/contract/formats';
import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { signedIn } from '@/lib/resources/accounts/service';
import { recordOfMember } from '@/lib/resources/audit-log/service';
import { eraseOfAccount } from '@/lib/resources/mails/service';
import { lockOnlyOwned } from '@/lib/resources/members/service';
import { leaveShared } from '@/lib/resources/saved-views/service';

interface Call {
  /** The request's headers, with the cookie of the session. */
  headers: Headers;
  ip: string | null;
  requestId: string;
  now: Date;
}

/**
 * Deletes the caller's account with everything of its own: sessions, factors, personal tokens, apps, memberships, mails
 * (docs/contract/callers.md#deletion-of-an-account). What it has done stays, without a name. Throws 401, and 409 for the
 * last owner of an organization.
 */
export async function deleteAccount({ headers, ip, requestId, now: at }: Call): Promise<void> {
  const { userId } = await signedIn(headers);
  await transaction(installationScope(), async (scope) => {
    await lockUser(scope, userId);
    const user = orNotFound(await findUserById(userId, scope), 'The account');
    const owned = await lockOnlyOwned(scope, userId);
    if (owned.length > 0) {
      const detail = `You’re the last owner of ${formatList(owned)}. Make somebody else an owner first.`;
      throw new ApiError('Conflict', detail);
    }
    const action = 'member.account_deleted';
    await recordOfMember(scope, { userId, action, requestId, ip, at });
    await eraseOfAccount(scope, user.email);
    await leaveShared(scope, userId);
    await removeUser(scope, userId);
  });
}
