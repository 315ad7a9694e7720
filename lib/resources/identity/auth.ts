import { AsyncLocalStorage } from 'node:async_hooks';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { magicLink } from 'better-auth/plugins/magic-link';
import { prisma } from '@/lib/database/connection/client';
import { hashPassword, verifyPassword } from '@/lib/resources/identity/passwords';
import { SESSION_DAYS, sessionEnd } from '@/lib/resources/identity/rules';
import { PASSWORD_LENGTH } from '@/lib/resources/identity/schema';
import { now } from '@/lib/runtime/clock';
import { publicUrl, trustedOrigins } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { derivedSecret } from '@/lib/runtime/secrets';

const DAY_SECONDS = 86_400;

/** How long a link of `npm run sign-in-link` works. */
export const LINK_SECONDS = 600;

const prepared = new AsyncLocalStorage<string>();

/**
 * Does work in which the library finds a new password hashed already: it would hash inside its
 * transaction, whose connection would be kept from others as long as the queue of passwords is.
 */
export function withHash<T>(hash: string, work: () => Promise<T>): Promise<T> {
  return prepared.run(hash, work);
}

/**
 * The accounts' engine: e-mail and password, sessions in the database, sign-in links. Its own limits
 * and origin check are off, for those of docs/contract/callers.md#sign-in stand in
 * `service.ts`.
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
      // The contract counts characters; here they are UTF-16 units, of which one takes two at most.
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: 2 * PASSWORD_LENGTH.max,
      password: {
        hash: async (password) => prepared.getStore() ?? hashPassword(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    // The cookie may last as long as a session can; when that ends is decided by its row, which
    // `readSession` extends.
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, disableSessionRefresh: true },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, expiresAt: sessionEnd(session.createdAt, now()) },
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
        // Nothing is sent: whoever asks within this process gets the link by a function of his.
        sendMagicLink: ({ url, metadata }) => {
          const deliver: unknown = metadata?.deliver;
          if (typeof deliver === 'function') deliver(url);
        },
      }),
    ],
  });
}

let current: { auth: ReturnType<typeof create>; database: unknown; origin: string } | undefined;

/** The engine for the current settings and database: made at its first use. */
export function auth(): ReturnType<typeof create> {
  const database = prisma();
  const origin = publicUrl();
  if (current?.database !== database || current.origin !== origin) {
    current = { auth: create(), database, origin };
  }
  return current.auth;
}
