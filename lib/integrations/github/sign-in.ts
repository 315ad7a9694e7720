import { z } from 'zod';
import type { GitHubUser } from '@/lib/integrations/github/client';
import { OutsideFailure } from '@/lib/integrations/outgoing/failure';
import { outgoingFetch } from '@/lib/integrations/outgoing/fetch';
import { env } from '@/lib/runtime/env';

// Signing in with GitHub, by the client of a seller's OAuth app.

export interface OAuthClient {
  id: string;
  secret: string;
}

const LIMITS = { rule: 'any', timeoutMs: 15_000, maxBytes: 64 * 1024 } as const;

/** Where GitHub's pages are, whose API has another address, or a path of its own on an Enterprise Server. */
function pagesUrl(): string {
  const api = new URL(env().GITHUB_API_URL);
  if (api.hostname === 'api.github.com') return 'https://github.com';
  return `${api.origin}${api.pathname.replace(/\/api\/v3$/, '').replace(/\/$/, '')}`;
}

/** The page on which a buyer allows the app to read the name of the account. */
export function authorizeUrl(input: {
  clientId: string;
  redirectUrl: string;
  state: string;
  challenge: string;
}): string {
  const url = new URL(`${pagesUrl()}/login/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: input.clientId,
    redirect_uri: input.redirectUrl,
    state: input.state,
    code_challenge: input.challenge,
    code_challenge_method: 'S256',
    allow_signup: 'false',
  }).toString();
  return url.toString();
}

const TokenAnswer = z.object({ access_token: z.string().optional(), error: z.string().optional() });
const UserAnswer = z.object({ id: z.number(), login: z.string() });

/** The account that has signed in, by the code that it came back with. Rejects with an `OutsideFailure`. */
export async function signedInAccount(
  client: OAuthClient,
  grant: { code: string; verifier: string; redirectUrl: string },
): Promise<GitHubUser> {
  const answer = await exchange(client, {
    code: grant.code,
    code_verifier: grant.verifier,
    redirect_uri: grant.redirectUrl,
  });
  if (!answer.access_token) throw failureOf(answer.error);
  const { id, login } = await readUser(answer.access_token);
  return { id: String(id), login };
}

/** Whether GitHub knows the client's secret, asked with a code that is none. Rejects with an `OutsideFailure`. */
export async function isClient(client: OAuthClient): Promise<boolean> {
  const { error } = await exchange(client, { code: 'none' });
  return error !== 'incorrect_client_credentials' && error !== 'Not Found';
}

function failureOf(error = 'no token'): OutsideFailure {
  const isClients = error === 'incorrect_client_credentials';
  return new OutsideFailure(isClients ? 'unauthorized' : 'invalid', `GitHub answered: ${error}`);
}

async function exchange(client: OAuthClient, fields: Record<string, string>) {
  const send = outgoingFetch(LIMITS);
  const response = await unavailable(
    send(`${pagesUrl()}/login/oauth/access_token`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        client_id: client.id,
        client_secret: client.secret,
        ...fields,
      }),
    }),
  );
  // GitHub does not know the client at all.
  if (response.status === 404) return { error: 'incorrect_client_credentials' };
  return parsed(response, TokenAnswer);
}

async function readUser(token: string) {
  const send = outgoingFetch(LIMITS);
  const response = await unavailable(
    send(`${env().GITHUB_API_URL}/user`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'tilldesk',
        'x-github-api-version': '2022-11-28',
      },
    }),
  );
  return parsed(response, UserAnswer);
}

async function parsed<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const answer = schema.safeParse(await response.json().catch(() => null));
  if (response.ok && answer.success) return answer.data;
  throw new OutsideFailure('unavailable', `GitHub answered ${response.status}.`);
}

async function unavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OutsideFailure('unavailable', `GitHub could not be reached: ${why}`);
  }
}
