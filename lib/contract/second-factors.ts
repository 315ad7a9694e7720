/** What a sign-in may be completed with, beside the password or a mailed link (docs/contract/callers.md#second-factors). */
export const SECOND_FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
