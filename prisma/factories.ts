import { SCOPES, type Role, type ScopeName } from '@/lib/api/scopes';
import { prisma } from '@/lib/database/client';
import { newId } from '@/lib/ids';
import { digest, randomToken } from '@/lib/secrets';

// Rows that no operation of the API makes, or not in the state that is wanted: for the seed, tests,
// end-to-end runs and benchmarks. Whatever an operation can make, is made by that operation.

/** A seller without a password; `email` is unique unless given. */
export function makeUser({ email = `seller-${newId()}@example.com`, name = 'Test Seller' } = {}) {
  return prisma().user.create({ data: { id: newId(), email, name } });
}

/** An organization with one member. */
export async function makeOrganization(
  userId: string,
  {
    role = 'owner',
    ...given
  }: { role?: Role; name?: string; slug?: string; timezone?: string } = {},
) {
  const id = newId();
  return prisma().organization.create({
    data: {
      id,
      name: 'Test Organization',
      slug: `test-${id}`,
      ...given,
      memberships: { create: { userId, role } },
    },
  });
}

/** A personal token of a user, or one of an organization. */
export async function makeToken(
  owner: { userId: string } | { organizationId: string },
  { scopes = SCOPES, expiresAt = null }: { scopes?: readonly ScopeName[]; expiresAt?: Date | null } = {},
): Promise<string> {
  const kind = 'userId' in owner ? 'personal' : 'organization';
  const token = `${kind === 'personal' ? 'td_pat_' : 'td_oat_'}${randomToken()}`;
  await prisma().token.create({
    data: {
      id: newId(),
      ...owner,
      kind,
      name: 'test',
      digest: digest(token),
      hint: token.slice(-4),
      scopes: [...scopes],
      expiresAt,
    },
  });
  return token;
}

export interface Seller {
  userId: string;
  organizationId: string;
  slug: string;
  token: string;
}

/** A seller with one organization and a personal token. */
export async function makeSeller({
  role = 'owner',
  scopes = SCOPES,
}: { role?: Role; scopes?: readonly ScopeName[] } = {}): Promise<Seller> {
  const user = await makeUser();
  const organization = await makeOrganization(user.id, { role });
  const token = await makeToken({ userId: user.id }, { scopes });
  return { userId: user.id, organizationId: organization.id, slug: organization.slug, token };
}
