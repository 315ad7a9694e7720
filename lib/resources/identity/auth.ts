import { AsyncLocalStorage } from 'node:async_hooks';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { magicLink } from 'better-auth/plugins/magic-link';
import { prisma } from '@/lib/database/connection/client';
import { hashPassword, verifyPassword } from '@/lib/resources/identity/passwords';
import { SESSION_DAYS, sessionEnd } from '@/lib/resources/identity/rules';
import { PASSWORD_LENGTH } from '@/lib/resources/identity/schema';
import { realTime } from '@/lib/runtime/clock';
import { publicUrl, trustedOrigins } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { derivedSecret } from '@/lib/runtime/secrets';

const DAY_SECONDS = 86_400;

/** How long a link of `npm run sign-in-link` is valid. */
export const LINK_SECONDS = 600;

const prepared = new AsyncLocalStorage<string>();

/**
 * Runs work with a password that is hashed already: better-auth would hash it inside its transaction and keep
 * the connection while the password waits in the hashing queue.
 */
export function withHash<T>(hash: string, work: () => Promise<T>): Promise<T> {
  return prepared.run(hash, work);
}

/**
 * better-auth with email and password, sessions in the database and sign-in links. Its rate limits and
 * origin check are off: `service.ts` and `handler.ts` implement those of docs/contract/callers.md#sign-in.
 */
function create() {
  const origin = publicUrl();
  return betterAuth({
    appName: 'Tilldesk',
    baseURL: origin,
    basePath: '/api/auth',
    trustedOrigins: [...trustedOrigins()],
    secret: derivedSecret('accounts'),
    database: prismaAdapter(prisma(), { provider: 'postgresql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      // The contract counts code points, better-auth UTF-16 units: a code point has at most two.
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: 2 * PASSWORD_LENGTH.max,
      password: {
        hash: async (password) => prepared.getStore() ?? hashPassword(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    // The cookie lasts as long as a session can; `readSession` decides by the row when it ends.
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, disableSessionRefresh: true },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, expiresAt: sessionEnd(session.createdAt, realTime()) },
          }),
        },
      },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'tilldesk',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
      database: { generateId: () => newId() },
    },
    logger: {
      level: 'error',
      log: (level, message, ...details: unknown[]) =>
        log[level](details.length > 0 ? { details } : {}, message),
    },
    telemetry: { enabled: false },
    plugins: [
      magicLink({
        storeToken: 'hashed',
        expiresIn: LINK_SECONDS,
        disableSignUp: true,
        // No mail is sent: the caller passes a function that receives the link.
        sendMagicLink: ({ url, metadata }) => {
          const deliver: unknown = metadata?.deliver;
          if (typeof deliver === 'function') deliver(url);
        },
      }),
    ],
  });
}

let current: { auth: ReturnType<typeof create>; database: unknown; origin: string } | undefined;

/** better-auth for the current settings and database, created at its first use. */
export function auth(): ReturnType<typeof create> {
  const database = prisma();
  const origin = publicUrl();
  if (current?.database !== database || current.origin !== origin) {
    current = { auth: create(), database, origin };
  }
  return current.auth;
}
