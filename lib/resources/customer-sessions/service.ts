import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { unlessForbidden } from '@/lib/api/tenancy';
import { findNamedOrganization, findPortalLink } from '@/lib/auth/credentials';
import { inSameTime } from '@/lib/auth/slow-down';
import { ApiError, bodyProblem, invalid } from '@/lib/contract/errors';
import { SECRET_PREFIX } from '@/lib/contract/secret-prefixes';
import { type Scope, systemScope, systemScopeOf } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import * as repository from '@/lib/resources/customer-sessions/repository';
import type {
  CustomerSession,
  CustomerSessionCreate,
  CustomerSessionWithLink,
  PortalAccessRedeem,
  PortalAccessRequest,
} from '@/lib/resources/customer-sessions/schema';
import {
  portalLinkUrl,
  serializeCustomerSession,
} from '@/lib/resources/customer-sessions/serialize';
import type { CustomerRow } from '@/lib/resources/customers/serialize';
import { lockCustomer, lockCustomerByEmail, verifyEmail } from '@/lib/resources/customers/service';
import { countAttempt, limitFailures } from '@/lib/resources/limits/service';
import { QUEUES, queueMail } from '@/lib/resources/mails/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { newId } from '@/lib/runtime/ids';
import { addJob, jobKind } from '@/lib/runtime/jobs/job';
import {
  decrypt,
  digest,
  encrypt,
  isKeyedDigest,
  keyedDigest,
  randomToken,
} from '@/lib/runtime/secrets';

const LIFETIME_MS = 60 * 60 * 1000;
/** How long a link and a code of a mail work. */
const ACCESS_MS = 15 * 60 * 1000;
/** So many wrong codes end a code; its mail's link stays. */
const MAX_WRONG_CODES = 10;
const CODE_PURPOSE = 'codes of the customer portal';
const ADDRESS_PURPOSE = 'addresses that ask for the customer portal';

/**
 * Finds out whether an address is a customer's, and mails it a link and a code. The address may be anybody's, so that
 * its payload holds it encrypted.
 */
export const sendPortalAccess = jobKind(
  'send_portal_access',
  z.object({ link_id: z.string(), organization_id: z.string(), sealed_email: z.string() }),
  { lane: 'mails' },
);

/** Throws 422 for an unknown customer. */
export async function create(
  scope: Scope,
  body: CustomerSessionCreate,
): Promise<CustomerSessionWithLink> {
  const create = () =>
    commit(scope, async (scope) => {
      const customer = await lockCustomer(scope, body.customer_id);
      if (!customer) throw invalid(bodyProblem('customer_id', 'No customer has this ID.'));
      const session = await openSession(scope, customer);
      const { url } = await createLink(scope, customer, { id: newId(), lifetimeMs: LIFETIME_MS });
      return { ...session, customer_portal_url: url };
    });
  return unlessForbidden(scope, body.customer_id, create);
}

/**
 * Creates a session of one hour for a customer, in the caller's transaction
 * (docs/contract/callers.md#customer-sessions). With `checkoutId` it sees the purchase of that checkout
 * alone; without a customer it sees nothing until {@link claimCustomerSessions}. Only the digest of the token is stored.
 */
export async function createCustomerSession(
  scope: Scope,
  owner: { organizationId: string; customerId: string | null; checkoutId: string | null },
): Promise<{ row: repository.CustomerSessionRow; token: string }> {
  const token = `${SECRET_PREFIX.customerSession}${randomToken()}`;
  const row = await repository.create(scope, {
    id: newId(),
    ...owner,
    createdAt: scope.realTime,
    expiresAt: new Date(scope.realTime.getTime() + LIFETIME_MS),
    digest: digest(token),
  });
  return { row, token };
}

/** Lets the sessions of a checkout's confirmation see what was bought, in the transaction that settles it. */
export async function claimCustomerSessions(
  scope: Scope,
  { id: checkoutId, customerId }: { id: string; customerId: string | null },
  { isFull }: { isFull: boolean },
): Promise<void> {
  const owner = { customerId, ...(isFull && { checkoutId: null }) };
  await repository.claim(scope, checkoutId, owner);
}

async function openSession(scope: Scope, customer: CustomerRow): Promise<CustomerSession> {
  const { organizationId, id: customerId } = customer;
  const owner = { organizationId, customerId, checkoutId: null };
  const { row, token } = await createCustomerSession(scope, owner);
  return serializeCustomerSession(row, token, customer);
}

/** Creates a link that opens a full session once; its code, where it has one, does the same. */
async function createLink(
  scope: Scope,
  { id: customerId, organizationId }: CustomerRow,
  { id, lifetimeMs, code = null }: { id: string; lifetimeMs: number; code?: string | null },
): Promise<{ row: repository.PortalLinkRow | null; url: string }> {
  const token = `${SECRET_PREFIX.portalLink}${randomToken()}`;
  const row = await repository.createLink(scope, {
    id,
    organizationId,
    customerId,
    createdAt: scope.realTime,
    expiresAt: new Date(scope.realTime.getTime() + lifetimeMs),
    digest: digest(token),
    codeDigest: code && keyedDigest(`${id}:${code}`, CODE_PURPOSE),
  });
  const { slug } = await getOrganization(scope, organizationId);
  return { row, url: portalLinkUrl(slug, token) };
}

/**
 * Asks for a link and a code (docs/contract/portal.md#sign-in). A job finds out whether the address is a customer's,
 * so that neither the answer nor its time tells. Throws 429 beyond the limit of the client address.
 */
export async function requestAccess(
  scope: Scope,
  { organization_id: organizationId, email }: PortalAccessRequest,
): Promise<void> {
  const { ip, realTime: now } = scope;
  await countAttempt('portal_request_address', [ip], now);
  const isSent = await isWithinLimit(`${organizationId}:${email.toLowerCase()}`, now);
  await commit(systemScopeOf(scope, organizationId, now), async (scope) => {
    if (!isSent) return;
    const payload = {
      link_id: newId(),
      organization_id: organizationId,
      sealed_email: encrypt(email, ADDRESS_PURPOSE),
    };
    await addJob(scope, sendPortalAccess, payload, QUEUES.portal);
  });
}

async function isWithinLimit(subject: string, now: Date): Promise<boolean> {
  try {
    await countAttempt('portal_request_email', [subject], now);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.name === 'TooManyRequests') return false;
    throw error;
  }
}

/** Sends the link and the code to the customer with this address; nothing where there is none. */
export async function sendAccess(request: {
  linkId: string;
  organizationId: string;
  sealedEmail: string;
}): Promise<void> {
  const { linkId, organizationId, sealedEmail } = request;
  const email = decrypt(sealedEmail, ADDRESS_PURPOSE);
  const { testClock } = await findNamedOrganization(organizationId);
  await transaction(systemScope(organizationId, testClock), async (scope) => {
    const customer = await lockCustomerByEmail(scope, organizationId, email);
    if (!customer) return;
    const access = await mintAccess(scope, customer, linkId);
    // The job has run before: its mail is queued.
    if (!access) return;
    await queueMail(scope, {
      kind: 'portal_access',
      organizationId,
      recipient: customer.email,
      recipientName: customer.name,
      customerId: customer.id,
      ...access,
    });
  });
}

/**
 * A new link and a new code for a locked customer, as a mail has them; null where the link's id was used before. The
 * codes of earlier mails end, so that one guess tests one code.
 */
export async function mintAccess(scope: Scope, customer: CustomerRow, linkId = newId()) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const given = { id: linkId, lifetimeMs: ACCESS_MS, code };
  const { row, url } = await createLink(scope, customer, given);
  if (row) await repository.endEarlierCodes(scope, row);
  return row && { data: { expires_at: row.expiresAt.toISOString() }, secrets: { url, code } };
}

/**
 * Opens a session by a link or by a code, once (docs/contract/portal.md#sign-in); a code shows that the customer reads
 * what is sent to the address, and so does a link that was sent there. Throws 404 for one that is unknown, used or
 * over, or of another organization than is given, and 429 after too many wrong codes.
 */
export function redeem(scope: Scope, body: PortalAccessRedeem): Promise<CustomerSession> {
  const { token, organization_id: organizationId, email = '', code = '' } = body;
  return token === undefined
    ? redeemCode(scope, { organizationId: organizationId ?? '', email, code })
    : redeemToken(scope, token, organizationId);
}

/** Ends the session of the call (docs/contract/portal.md#sign-out). */
export async function endSession(scope: Scope): Promise<void> {
  await commit(scope, async (scope) => {
    const { caller } = scope;
    if (caller.kind === 'customer') await repository.deleteSession(scope, caller.sessionId);
  });
}

async function redeemToken(
  scope: Scope,
  token: string,
  expectedOrganizationId: string | undefined,
): Promise<CustomerSession> {
  const found = await findPortalLink(token);
  const isExpected = [undefined, found?.organizationId].includes(expectedOrganizationId);
  if (!found || !isExpected) throw refused();
  const { organizationId, customerId, isMailed } = found;
  const { within } = await enter(scope, organizationId);
  return commit(within, async (inner) => {
    const customer = await lockCustomer(inner, customerId);
    const isTaken = customer && (await repository.takeLink(inner, digest(token)));
    if (!isTaken) throw refused();
    return openSession(inner, isMailed ? await verifyEmail(inner, customer) : customer);
  });
}

async function redeemCode(
  scope: Scope,
  { organizationId, email, code }: { organizationId: string; email: string; code: string },
): Promise<CustomerSession> {
  const { ip, realTime: now } = scope;
  const { within, isSandbox } = await enter(scope, organizationId);
  const isFailure = (error: unknown) =>
    error instanceof ApiError && error.name === 'ResourceNotFound';
  const limit = { kind: 'portal_code', subjects: [ip], isSandbox, now, isFailure } as const;
  const work = () =>
    commit(within, async (inner) => {
      // Its lock has the codes that are sent at once counted one after the other.
      const customer = await lockCustomerByEmail(inner, organizationId, email);
      if (!customer) return refused();
      const links = await repository.findLinksWithCode(inner, customer.id);
      const typed = code.replace(/[\s-]/g, '');
      const opened = links.find(
        (link) =>
          link.codeDigest && isKeyedDigest(link.codeDigest, `${link.id}:${typed}`, CODE_PURPOSE),
      );
      if (!opened) {
        const ids = links.map(({ id }) => id);
        await repository.countWrongCode(inner, ids, MAX_WRONG_CODES);
        return refused();
      }
      await repository.takeLink(inner, opened.digest);
      return openSession(inner, await verifyEmail(inner, customer));
    });
  return limitFailures(limit, () => inSameTime(work));
}

/** The organization that a call without a token names. */
async function enter(scope: Scope, organizationId: string) {
  const { isSandbox, testClock } = await findNamedOrganization(organizationId);
  return { within: systemScopeOf(scope, organizationId, testClock ?? scope.realTime), isSandbox };
}

/** The same whatever is wrong, so that it tells nothing about the address. */
function refused(): ApiError {
  return new ApiError('ResourceNotFound', 'This link or code has expired or was used already.');
}
