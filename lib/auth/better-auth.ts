import { AsyncLocalStorage } from 'node:async_hooks';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { magicLink } from 'better-auth/plugins/magic-link';
import { z } from 'zod';
import { hashPassword, verifyPassword } from '@/lib/auth/passwords';
import { maySignIn } from '@/lib/auth/second-factors';
import { SESSION_DAYS, sessionEnd } from '@/lib/auth/session-end';
import { PASSWORD_LENGTH } from '@/lib/contract/new-password';
import { db } from '@/lib/database/connection/client';
import { realTime } from '@/lib/runtime/clock';
import { hasMailServer, publicUrl, trustedOrigins } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { log } from '@/lib/runtime/log';
import { derivedSecret } from '@/lib/runtime/secrets';

const DAY_SECONDS = 86_400;

/** How long links are valid that sign in, set another password or confirm an address. */
export const LINK_SECONDS = 600;
const RESET_SECONDS = 3600;
export const CONFIRMATION_SECONDS = DAY_SECONDS;

const prepared = new AsyncLocalStorage<string>();

/**
 * Runs work with a password that is hashed already: better-auth would hash it inside its transaction and keep
 * the connection while the password waits in the hashing queue.
 */
export function withHash<T>(hash: string, work: () => Promise<T>): Promise<T> {
  return prepared.run(hash, work);
}

const receivers = new AsyncLocalStorage<(token: string) => void>();

/** Runs calls of better-auth; `receiver` gets the token of each link that they make to be mailed. */
export function withReceiver<T>(
  receiver: (token: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  return receivers.run(receiver, work);
}

/** The token of the link that a call of better-auth makes; null where it makes none. */
export async function linkToken(work: () => Promise<unknown>): Promise<string | null> {
  let made: string | null = null;
  await withReceiver((token) => {
    made = token;
  }, work);
  return made;
}

/** The token of a link that signs in the account with this address, once; null without such an account. */
export function signInToken(email: string): Promise<string | null> {
  return linkToken(() => auth().api.signInMagicLink({ body: { email }, headers: new Headers() }));
}

async function receive({ token }: { token: string }): Promise<void> {
  receivers.getStore()?.(token);
}

/** Opens a session of an account that has shown who it is, as the sign-ins of better-auth do. */
const openSession = createAuthEndpoint(
  '/open-session',
  { method: 'POST', body: z.object({ userId: z.string() }) },
  async (call) => {
    const { internalAdapter } = call.context;
    const user = await internalAdapter.findUserById(call.body.userId);
    const session = user && (await internalAdapter.createSession(user.id));
    if (!session) return null;
    await setSessionCookie(call, { session, user });
    return { userId: user.id };
  },
);

/**
 * better-auth with email and password, sessions in the database and sign-in links. Its rate limits and
 * origin check are off: the resource `sign-in` and `account-handler.ts` implement those of docs/contract/callers.md#sign-in.
 */
function create() {
  const origin = publicUrl();
  return betterAuth({
    appName: 'Tilldesk',
    baseURL: origin,
    basePath: '/api/auth',
    trustedOrigins: [...trustedOrigins()],
    secret: derivedSecret('accounts'),
    database: prismaAdapter(db(null), { provider: 'postgresql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      // The contract counts code points, better-auth UTF-16 units: a code point has at most two.
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: 2 * PASSWORD_LENGTH.max,
      requireEmailVerification: hasMailServer(),
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: receive,
      password: {
        hash: async (password) => prepared.getStore() ?? hashPassword(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
    },
    emailVerification: {
      sendVerificationEmail: receive,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRMATION_SECONDS,
    },
    user: { changeEmail: { enabled: true } },
    // Links of `magicLink` are hashed by the plugin.
    verification: {
      storeIdentifier: { default: 'plain', overrides: { 'reset-password': 'hashed' } },
    },
    // The cookie lasts as long as a session can; `readSession` decides by the row when it ends.
    session: { expiresIn: SESSION_DAYS * DAY_SECONDS, disableSessionRefresh: true },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            if (!(await maySignIn(session.userId))) return false;
            const expiresAt = sessionEnd(session.createdAt, realTime());
            return { data: { ...session, expiresAt } };
          },
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
      { id: 'open-session', endpoints: { openSession } },
      magicLink({
        storeToken: 'hashed',
        expiresIn: LINK_SECONDS,
        disableSignUp: true,
        sendMagicLink: receive,
      }),
    ],
  });
}

let current:
  | { auth: ReturnType<typeof create>; database: unknown; origin: string; confirms: boolean }
  | undefined;

/** better-auth for the current settings and database, created at its first use. */
export function auth(): ReturnType<typeof create> {
  const database = db(null);
  const origin = publicUrl();
  const confirms = hasMailServer();
  const isCurrent =
    current?.database === database && current.origin === origin && current.confirms === confirms;
  if (!current || !isCurrent) current = { auth: create(), database, origin, confirms };
  return current.auth;
}
