import { DAY_MS } from '@/lib/contract/times';

/** The maximum lifetime of a session, whether it is used or not. */
export const SESSION_DAYS = 14;
const IDLE_DAYS = 7;

/**
 * The end of a session that is used now: after {@link IDLE_DAYS} without use, at most {@link SESSION_DAYS}
 * after its creation.
 */
export function sessionEnd(createdAt: Date, now: Date): Date {
  const last = createdAt.getTime() + SESSION_DAYS * DAY_MS;
  return new Date(Math.min(last, now.getTime() + IDLE_DAYS * DAY_MS));
}
