import { parseCookies } from 'better-auth/cookies';
import { publicUrl } from '@/lib/runtime/env';

// Cookies that only sign-in reads, beside that of the session, which is better-auth's.

/** The value of a cookie of a request; an empty text without it. */
export function readCookie(headers: Headers, name: string): string {
  return parseCookies(headers.get('cookie') ?? '').get(fullName(name)) ?? '';
}

/** A `Set-Cookie` header; a cookie of 0 seconds is deleted. */
export function setCookie(name: string, value: string, seconds: number): string {
  const attributes = [`Max-Age=${seconds}`, 'Path=/api/auth', 'HttpOnly', 'SameSite=Lax'];
  if (isSecure()) attributes.push('Secure');
  return [`${fullName(name)}=${value}`, ...attributes].join('; ');
}

function fullName(name: string): string {
  return `${isSecure() ? '__Secure-' : ''}tilldesk.${name}`;
}

function isSecure(): boolean {
  return publicUrl().startsWith('https:');
}
