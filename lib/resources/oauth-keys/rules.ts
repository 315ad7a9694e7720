/** How ID tokens are signed. */
export const SIGNING_ALGORITHM = 'RS256';
