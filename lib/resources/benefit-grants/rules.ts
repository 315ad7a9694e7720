import { timestamp } from '@/lib/contract/serialize';
import type { GrantError, GrantStatus } from '@/lib/resources/grant-effects/schema';

/** How far a grant has come (docs/contract/connections.md#grants); null for one that is over. */
export function grantStatus({ grantedAt, revokedAt, effect, keyWait }: Told): GrantStatus | null {
  if (keyWait) return 'pending';
  if (effect && effect.status !== 'ended') return effect.status;
  return grantedAt !== null && revokedAt === null ? 'granted' : null;
}

/** Why a grant does not reach its customer, or is not taken back; null where nothing is wrong. */
export function grantError({ effect }: Pick<Told, 'effect'>): GrantError | null {
  if (!effect?.errorCode || effect.status === 'ended') return null;
  return {
    code: effect.errorCode as GrantError['code'],
    detail: effect.errorDetail ?? '',
    at: timestamp(effect.errorAt),
    next_try_at: timestamp(effect.nextTryAt),
  };
}

interface Told {
  grantedAt: Date | null;
  revokedAt: Date | null;
  /** Of one that waits for a key of its benefit's pool. */
  keyWait: object | null;
  effect: {
    status: GrantStatus | 'ended';
    errorCode: string | null;
    errorDetail: string | null;
    errorAt: Date | null;
    nextTryAt: Date | null;
  } | null;
}
