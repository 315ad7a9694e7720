/** What each kind of secret begins with, so that whoever finds one knows what it opens (docs/contract/callers.md). */
export const SECRET_PREFIX = {
  personalToken: 'td_pat_',
  organizationToken: 'td_oat_',
  customerSession: 'td_cst_',
  portalLink: 'td_pl_',
  invitation: 'td_inv_',
  checkout: 'td_c_',
  checkoutLink: 'td_cl_',
  webhook: 'td_whs_',
  oauthAccess: 'td_at_',
  oauthRefresh: 'td_rt_',
  oauthCode: 'td_ac_',
  oauthClientSecret: 'td_cs_',
  oauthRegistration: 'td_crt_',
} as const;

export type SecretKind = keyof typeof SECRET_PREFIX;

/** The kind of a secret; undefined for what begins with no prefix. */
export function secretKind(secret: string): SecretKind | undefined {
  const kinds = Object.keys(SECRET_PREFIX) as SecretKind[];
  return kinds.find((kind) => secret.startsWith(SECRET_PREFIX[kind]));
}
