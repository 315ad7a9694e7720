/** What a sign-in may be completed with, beside the password or a mailed link (docs/contract/callers.md#second-factors). */
export const SECOND_FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** How the factors of an account change; its address is told each, and the audit log keeps it. */
export const FACTOR_CHANGES = [
  'two_factor_turned_on',
  'two_factor_turned_off',
  'recovery_codes_replaced',
  'passkey_added',
  'passkey_removed',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];
