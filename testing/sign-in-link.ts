/** Signs in by a link of `npm run sign-in-link`, as the button of its page does. */
export function redeemSignInLink(link: string): Promise<Response> {
  return fetch(new URL('/api/auth/magic-link/verify', link), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: signInToken(link) }),
  });
}

/** The token in a sign-in link. */
export function signInToken(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? '';
}
