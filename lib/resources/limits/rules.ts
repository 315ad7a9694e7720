/** `limit` failed attempts within `seconds`. */
export interface Rate {
  limit: number;
  seconds: number;
}

export type LimitKind =
  | 'account_link'
  | 'account_mail'
  | 'account_mail_request'
  | 'advertisement_images'
  | 'checkout_link'
  | 'checkout_update'
  | 'decline'
  | 'discount_code'
  | 'invitation_address'
  | 'invitation_seller'
  | 'license_key'
  | 'license_lease'
  | 'portal_code'
  | 'portal_request_address'
  | 'portal_request_email'
  | 'password_check'
  | 'requested_mail_address'
  | 'requested_mail_organization'
  | 'second_factor'
  | 'sign_in_account'
  | 'sign_in_address'
  | 'sign_in_browser'
  | 'sign_in_pair'
  | 'sign_up';

const FAILURES: readonly Rate[] = [
  { limit: 6, seconds: 60 },
  { limit: 20, seconds: 3600 },
];

/**
 * The windows of each kind, per subject (docs/contract/callers.md#failed-attempts,
 * docs/contract/checkout-links.md#refusals, docs/contract/mail.md#limits, docs/contract/portal.md#sign-in, docs/contract/advertisements.md#filling-in,
 * docs/contract/connections.md#buyers-accounts, docs/contract/leases.md).
 */
export const WINDOWS: Record<LimitKind, readonly Rate[]> = {
  account_link: [{ limit: 30, seconds: 3600 }],
  account_mail: [{ limit: 5, seconds: 3600 }],
  account_mail_request: [{ limit: 30, seconds: 3600 }],
  advertisement_images: [{ limit: 30, seconds: 3600 }],
  checkout_link: [{ limit: 60, seconds: 60 }],
  checkout_update: [{ limit: 120, seconds: 60 }],
  decline: FAILURES,
  discount_code: FAILURES,
  invitation_address: [{ limit: 5, seconds: 86_400 }],
  invitation_seller: [{ limit: 20, seconds: 3600 }],
  license_key: FAILURES,
  license_lease: [{ limit: 60, seconds: 3600 }],
  portal_code: FAILURES,
  portal_request_address: [{ limit: 30, seconds: 3600 }],
  portal_request_email: [{ limit: 5, seconds: 3600 }],
  password_check: [{ limit: 10, seconds: 600 }],
  requested_mail_address: [{ limit: 5, seconds: 3600 }],
  requested_mail_organization: [{ limit: 200, seconds: 3600 }],
  second_factor: [{ limit: 10, seconds: 3600 }],
  sign_in_account: [{ limit: 100, seconds: 3600 }],
  sign_in_address: [{ limit: 100, seconds: 600 }],
  sign_in_browser: [{ limit: 10, seconds: 600 }],
  sign_in_pair: [{ limit: 10, seconds: 600 }],
  sign_up: [{ limit: 60, seconds: 60 }],
};

/** Limits are multiplied by this in sandbox, where integrations are tried out. */
export const SANDBOX_FACTOR = 100;
