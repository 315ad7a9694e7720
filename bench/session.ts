import { redeemSignInLink } from '@/testing/sign-in-link';

/** Signs in by a link, as a browser does; returns the session's cookie as `name=value`. */
export async function signIn(link: string): Promise<string> {
  const answer = await redeemSignInLink(link);
  const cookie = answer.headers.getSetCookie().find((one) => one.includes('session_token='));
  if (!cookie) throw new Error(`The sign-in link was answered with ${answer.status}.`);
  return cookie.split(';')[0] ?? '';
}

/** The token that a session's cookie carries before its signature, as the table of sessions has it. */
export function sessionToken(cookie = ''): string {
  const [, value = ''] = /session_token=([^;]*)/.exec(cookie) ?? [];
  return decodeURIComponent(value).split('.')[0] ?? '';
}
