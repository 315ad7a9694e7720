/** What an account has of a repository or a role by us, as it is stored (docs/contract/connections.md#grants). */
export interface Access {
  /**
   * What the account had before anything was given: a permission or a role, `invited` or `member`, or `none`; null where
   * that was not looked at yet. What it had is left alone.
   */
  before: string | null;
  /** What we give. Stored before the call that gives it, so that a process that ends in between knows what to take back. */
  given: string | null;
  invitationId: string | null;
  invitedAt: Date | null;
  /** The account has had what we give. */
  hasArrived: boolean;
}

export const NO_ACCESS: Access = {
  before: null,
  given: null,
  invitationId: null,
  invitedAt: null,
  hasArrived: false,
};

/** Why a grant has not its effect, and what to do. */
export interface EffectError {
  code: EffectErrorCode;
  detail: string;
}

export const EFFECT_ERRORS = [
  'NOT_CONNECTED',
  'ACCOUNT_MISSING',
  'ACCOUNT_GONE',
  'INVITATION_EXPIRED',
  'INVITATION_DECLINED',
  'REMOVED_OUTSIDE',
  'RATE_LIMITED',
  'INVITATION_LIMIT',
  'PERMISSION_MISSING',
  'TARGET_MISSING',
  'SEAT_LIMIT',
  'REFUSED',
  'UNAVAILABLE',
] as const;
export type EffectErrorCode = (typeof EFFECT_ERRORS)[number];

/** What has come of bringing an account's access in line with its grants. */
export interface Outcome {
  status: 'granted' | 'waiting_for_buyer' | 'failed' | 'ended' | 'limited';
  error?: EffectError;
  /** When it is looked at again; absent: by its status. */
  nextTryAt?: Date;
  /** The customer has shown that the account is his. */
  isProven?: boolean;
}

/** What a run may use: the time, the stored access, and how it is stored. */
export interface Run {
  now: Date;
  access: Access;
  /** Somebody has asked for it anew: what has expired, was declined or removed is given again. */
  isAsked: boolean;
  /** Stores changes of the access, in a transaction of its own, before the next call. */
  keep(changes: Partial<Access>): Promise<void>;
}
