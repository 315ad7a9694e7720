import { listAndExport } from '@/lib/api/list';
import { bodyProblem, invalid, orNotFound } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import {
  type GitHub,
  type GitHubOrganization,
  type GitHubRepository,
  gitHub,
} from '@/lib/integrations/github/client';
import { isClient, type OAuthClient } from '@/lib/integrations/github/sign-in';
import { OutsideFailure, tryLater } from '@/lib/integrations/outgoing/failure';
import * as repository from '@/lib/resources/external-organizations/repository';
import type { ExternalOrganization } from '@/lib/resources/external-organizations/schema';
import { serializeExternalOrganization } from '@/lib/resources/external-organizations/serialize';
import { newId } from '@/lib/runtime/ids';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

// The connections with GitHub (docs/contract/connections.md#github). Which benefits and grants they change is known by
// lib/workflows/connections.ts.

const PURPOSE = 'connections';
/** So many repositories of an organization are read. */
const MOST_REPOSITORIES = 10_000;

export type { ExternalOrganizationRow } from '@/lib/resources/external-organizations/repository';
export const { all, findByExternalId, findUnread, remove, update } = repository;

export const { listAll, exportAll } = listAndExport(repository.list, serializeExternalOrganization);

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<ExternalOrganization> {
  return serializeExternalOrganization(await getRow(scope, id));
}

/** The row of {@link get}. Throws 404. */
export async function getRow(scope: Scope, id: string) {
  return orNotFound(await repository.find(scope, id), 'The GitHub organization');
}

/** What was read from GitHub with credentials that it takes. */
export interface Reading {
  profile: GitHubOrganization;
  repositories: GitHubRepository[];
}

/** Credentials as they are entered; a client has both of its parts, or none. */
export interface Credentials {
  token: string;
  client: OAuthClient | null;
}

/** The credentials of a connection, decrypted. */
export function credentialsOf(row: repository.ExternalOrganizationRow): Credentials {
  const { clientId, sealedClientSecret } = row;
  return {
    token: decrypt(row.sealedAccessToken, PURPOSE),
    client:
      clientId !== null && sealedClientSecret !== null
        ? { id: clientId, secret: decrypt(sealedClientSecret, PURPOSE) }
        : null,
  };
}

/** GitHub as a connection sees it. */
export function clientOf(row: repository.ExternalOrganizationRow): GitHub {
  return gitHub(credentialsOf(row).token);
}

/**
 * Tries credentials and reads the organization with them, outside of any transaction. Throws 422 for a personal account,
 * for a token that GitHub does not take or whose account does not administer the organization, and for a client that
 * GitHub does not know; 503 where GitHub gives no answer.
 */
export async function tryCredentials(name: string, credentials: Credentials): Promise<Reading> {
  const github = gitHub(credentials.token);
  try {
    const profile = await github.organization(name);
    if (!profile) {
      const why = (await github.isPersonalAccount(name))
        ? `${name} is a personal account. Connect a GitHub organization instead.`
        : `GitHub has no organization ${name} that this token can see.`;
      throw invalid(bodyProblem('name', why));
    }
    if (!(await github.isAdministrator(profile.name))) {
      const why = `Create the token as an owner of ${profile.name}, with read access to its members.`;
      throw invalid(bodyProblem('access_token', why));
    }
    const repositories = await readRepositories(github, profile.name);
    if (credentials.client && !(await isClient(credentials.client))) {
      throw invalid(
        bodyProblem('client_secret', 'GitHub does not know this client ID and secret.'),
      );
    }
    return { profile, repositories };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Reads the repositories of an organization. Rejects with an `OutsideFailure`. */
export async function readRepositories(github: GitHub, name: string): Promise<GitHubRepository[]> {
  const repositories: GitHubRepository[] = [];
  for await (const page of github.repositories(name)) {
    repositories.push(...page);
    if (repositories.length >= MOST_REPOSITORIES) break;
  }
  return repositories;
}

/** A failure as the answer to whoever entered the credentials. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  switch (error.kind) {
    case 'unauthorized':
      return invalid(bodyProblem('access_token', 'GitHub does not take this token.'));
    case 'refused':
    case 'missing':
    case 'invalid':
      return invalid(
        bodyProblem(
          'access_token',
          `This token lacks a permission. Give it “Members: read” and “Administration: read and write”. GitHub says: ${error.message}`,
        ),
      );
    default:
      return tryLater(error);
  }
}

/** Adds a connection in the caller's transaction. */
export function add(
  scope: Scope,
  organizationId: string,
  credentials: Credentials,
  { profile }: Reading,
) {
  return repository.create(scope, {
    id: newId(),
    organizationId,
    createdAt: scope.realTime,
    platform: 'github',
    isPersonal: false,
    status: 'connected',
    syncedAt: scope.realTime,
    ...profileColumns(profile),
    ...credentialColumns(credentials),
  });
}

/** Stores new credentials and what was read with them, in the caller's transaction: it works again. */
export function renew(scope: Scope, id: string, credentials: Credentials, { profile }: Reading) {
  return repository.update(scope, id, {
    modifiedAt: scope.realTime,
    status: 'connected',
    problem: null,
    limitedUntil: null,
    syncedAt: scope.realTime,
    ...profileColumns(profile),
    ...credentialColumns(credentials),
  });
}

function profileColumns({ id, ...profile }: GitHubOrganization) {
  return { externalId: id, ...profile };
}

function credentialColumns({ token, client }: Credentials) {
  return {
    sealedAccessToken: encrypt(token, PURPOSE),
    clientId: client?.id ?? null,
    sealedClientSecret: client ? encrypt(client.secret, PURPOSE) : null,
  };
}
