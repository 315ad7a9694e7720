import { handleAccounts } from '@/lib/resources/account-handler';
import { getMe } from '@/lib/resources/me/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';

// Calls of the product's own pages below /api/auth, as a browser makes them.

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'correct horse battery';

export const newEmail = () => `seller-${newId()}@example.com`;
/** An address of its own: the limits of one test are not those of another. */
export const newIp = () => `2001:db8:${newId().slice(-9, -5)}:${newId().slice(-4)}::1`;

export function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return handleAccounts(
    new Request(`${ORIGIN}/api/auth/${path}`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}
export const open = (url: string) => handleAccounts(new Request(url));
/** Presses the button of the page that a sign-in link leads to. */
export const redeem = (link: string | null) =>
  send('magic-link/verify', { token: link?.split('/').at(-1) });
export const signUp = (email: string, given: object = {}, headers = {}) =>
  send('sign-up/email', { name: 'Ann', email, password: PASSWORD, ...given }, headers);
export const signIn = (email: string, password = PASSWORD, headers = {}) =>
  send('sign-in/email', { email, password }, headers);

/** What a browser would send back. */
export const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** Of that, by which the browser is known again: what is left when the session is over. */
export const knownBy = (response: Response) =>
  cookieOf(response)
    .split('; ')
    .filter((cookie) => cookie.includes('known_browser'))
    .join('; ');
export const me = (cookie: string) => callApi(getMe, {}, { headers: { cookie } });
/** Whether a browser with these cookies is signed in. */
export const isIn = (cookie: string) =>
  me(cookie).then(
    () => true,
    () => false,
  );
/** A seller who has just signed up, with the cookies of his browser. */
export async function newSeller() {
  const email = newEmail();
  return { email, cookie: cookieOf(await signUp(email)) };
}
export const at = (ip: string) => ({ 'x-client-ip': ip });
export const times = <T>(count: number, work: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => work(index));

/** How often each status is answered. */
export async function statusesOf(answers: Promise<Response>[]) {
  const numbers: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) numbers[status] = (numbers[status] ?? 0) + 1;
  return numbers;
}
