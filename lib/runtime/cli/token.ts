import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PERMISSIONS, Permission } from '@/lib/contract/permissions';
import { Slug } from '@/lib/resources/organizations/schema';
import { readSeller } from '@/lib/runtime/cli/arguments';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { messageOf, OperatorError } from '@/lib/runtime/operator-error';

const USAGE =
  'Use: npm run --silent token -- --email <seller> [--organization <slug>] ' +
  '[--organization-token] [--scopes a,b] [--take-over]';

try {
  const wanted = readArguments();
  printLines(await withDatabase(() => makeToken(wanted)));
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  email: string;
  slug: string | undefined;
  isOrganizationToken: boolean;
  scopes: readonly Permission[];
  takeOver: boolean;
}

function readArguments(): Wanted {
  const given = parse();
  const email = readSeller(given.email, USAGE);
  const slug = Slug.optional().safeParse(given.organization);
  if (!slug.success) {
    throw new OperatorError(`--organization: ${slug.error.issues[0]?.message ?? 'no slug'}`);
  }
  const isOrganizationToken = given['organization-token'] ?? false;
  if (isOrganizationToken && slug.data === undefined) {
    throw new OperatorError('Name the organization of the token with --organization <slug>.');
  }
  const names =
    given.scopes
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? PERMISSIONS;
  const scopes = z.array(Permission).min(1).safeParse(names);
  if (!scopes.success) throw new OperatorError(`--scopes takes some of ${PERMISSIONS.join(',')}`);
  const takeOver = given['take-over'] ?? false;
  return { email, slug: slug.data, isOrganizationToken, scopes: scopes.data, takeOver };
}

function parse() {
  const options = {
    email: { type: 'string' },
    organization: { type: 'string' },
    'organization-token': { type: 'boolean' },
    scopes: { type: 'string' },
    'take-over': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}. ${USAGE}`);
  }
}

/** Creates the token, and the seller and the organization where they are missing. */
async function makeToken(wanted: Wanted): Promise<string> {
  const { email, slug, isOrganizationToken, scopes, takeOver } = wanted;
  const { ensureSeller } = await import('@/lib/resources/sign-in/service');
  const { ensureOrganization } = await import('@/lib/resources/organizations/service');
  const { issueToken } = await import('@/lib/resources/tokens/service');
  const { operatorScope } = await import('@/lib/database/connection/scope');
  const now = new Date();
  const seller = await ensureSeller(email, { takeOver });
  const scope = operatorScope(seller.id);
  const organization = slug && (await ensureOrganization(scope, { slug, userId: seller.id, now }));
  if (organization && organization.role === null) {
    throw new OperatorError(
      `${email} is not in the organization ${slug}: an owner has to add him.`,
    );
  }
  if (organization && isOrganizationToken && organization.role === 'member') {
    throw new OperatorError(`${email} is no owner or admin of the organization ${slug}.`);
  }
  const owner =
    organization && isOrganizationToken
      ? { organizationId: organization.id }
      : { userId: seller.id };
  const name = 'Made on the command line';
  const { token } = await issueToken(scope, { owner, name, scopes, expiresAt: null, now });
  return token;
}
