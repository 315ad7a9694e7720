import { db } from '@/lib/database/connection/client';
import type { Scope } from '@/lib/database/connection/scope';
import type { CustomerSession, PortalLink } from '@/lib/database/generated/client';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { type Fields, insertIfAbsent, insertRow } from '@/lib/database/rows/write';

export type CustomerSessionRow = CustomerSession;
export type PortalLinkRow = PortalLink;

const MAPPING = {
  model: 'CustomerSession',
  table: 'customer_sessions',
} as const satisfies RowMapping;

const LINKS = { model: 'PortalLink', table: 'portal_links' } as const satisfies RowMapping;

export function create(
  scope: Scope,
  data: Fields<CustomerSessionRow>,
): Promise<CustomerSessionRow> {
  return insertRow(scope, MAPPING, data, { prepared: true });
}

/** Creates a link; null where there is one with this id already. */
export function createLink(
  scope: Scope,
  data: Fields<PortalLinkRow>,
): Promise<PortalLinkRow | null> {
  return insertIfAbsent(scope, LINKS, data, { prepared: true });
}

/** Of a link whose code works no more: it stays marked as sent by mail. */
const ENDED_CODE = '';

const live = (scope: Scope) => ({ expiresAt: { gt: scope.realTime } });

/** Deletes the link with this digest, unless it has expired; whether there was one. */
export async function takeLink(scope: Scope, digest: string): Promise<boolean> {
  const { count } = await db(scope).portalLink.deleteMany({ where: { digest, ...live(scope) } });
  return count === 1;
}

/** The links of a customer that a code opens too: that of the last mail. */
export function findLinksWithCode(scope: Scope, customerId: string): Promise<PortalLinkRow[]> {
  return db(scope).portalLink.findMany({
    where: { customerId, codeDigest: { gt: ENDED_CODE }, ...live(scope) },
  });
}

/** Ends the codes of a customer's links but this one's; the links stay, and stay marked as sent by mail. */
export async function endEarlierCodes(
  scope: Scope,
  { id, customerId }: Pick<PortalLinkRow, 'id' | 'customerId'>,
): Promise<void> {
  const where = { customerId, id: { not: id }, codeDigest: { not: null } };
  await db(scope).portalLink.updateMany({ where, data: { codeDigest: ENDED_CODE } });
}

/** Counts a wrong code at these links, and ends the codes that have had `limit` of them; the links stay. */
export async function countWrongCode(
  scope: Scope,
  ids: readonly string[],
  limit: number,
): Promise<void> {
  if (ids.length === 0) return;
  const where = { id: { in: [...ids] } };
  await db(scope).portalLink.updateMany({ where, data: { wrongCodes: { increment: 1 } } });
  const ended = { ...where, wrongCodes: { gte: limit } };
  await db(scope).portalLink.updateMany({ where: ended, data: { codeDigest: ENDED_CODE } });
}

/** Gives the sessions of a checkout that belong to nobody yet to its customer. */
export async function claim(
  scope: Scope,
  checkoutId: string,
  owner: { customerId: string | null; checkoutId?: null },
): Promise<void> {
  const where = { checkoutId, customerId: null };
  await db(scope).customerSession.updateMany({ where, data: owner });
}

export async function deleteSession(scope: Scope, id: string): Promise<void> {
  await db(scope).customerSession.deleteMany({ where: { id } });
}

/** Deletes the sessions and links of all organizations that have expired. */
export async function deleteExpired(now: Date): Promise<void> {
  const isOver = { expiresAt: { lte: now } };
  await db(null).customerSession.deleteMany({ where: isOver });
  await db(null).portalLink.deleteMany({ where: isOver });
}
