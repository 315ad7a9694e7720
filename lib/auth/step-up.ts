import type { FoundSession } from '@/lib/auth/credentials';
import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { env } from '@/lib/runtime/env';

/**
 * Throws 403 with `code: "step_up_required"` where the session was neither opened nor confirmed, by password or factor,
 * within `STEP_UP_SECONDS` (docs/contract/callers.md#confirmation).
 */
export function assertConfirmed(
  { confirmedAt }: Pick<FoundSession, 'confirmedAt'>,
  now: Date,
): void {
  if (now.getTime() - confirmedAt.getTime() >= env().STEP_UP_SECONDS * 1000) throw stepUpRequired();
}

/** {@link assertConfirmed} of the caller, for what only a part of an operation's requests needs; tokens are exempt. */
export function requireConfirmed({ confirmedAt, realTime }: Scope): void {
  if (confirmedAt) assertConfirmed({ confirmedAt }, realTime);
}

/** 403: the session is to be confirmed first; the dashboard asks, and repeats the request by itself. */
export function stepUpRequired(): ApiError {
  return new ApiError('NotPermitted', 'Confirm that it’s you, then try again.', {
    fields: { code: 'step_up_required' },
  });
}
