import type { QueryOf } from '@/lib/contract/contract';
import { assertOrganization, db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Mail } from '@/lib/database/generated/client';
import {
  createdFilter,
  enumFilter,
  idFilter,
  type ListDefinition,
  required,
  searchFilter,
  textFilter,
} from '@/lib/database/query/list';
import { listing } from '@/lib/database/query/listing';
import type { RowMapping } from '@/lib/database/rows/mapping';
import { selectRow } from '@/lib/database/rows/rows';
import type { exportMails } from '@/lib/resources/mails/contract';
import { kindsFor } from '@/lib/resources/mails/kinds';
import { MASK } from '@/lib/resources/mails/rules';
import type { MailReason, MailSort } from '@/lib/resources/mails/schema';
import { newId } from '@/lib/runtime/ids';

export type MailRow = Mail;

export interface NewMail {
  id: string;
  organizationId: string | null;
  createdAt: Date;
  queuedAt: Date;
  kind: string;
  recipient: string;
  recipientName: string | null;
  data: object;
  secrets: string | null;
  messageId: string;
  customerId: string | null;
  orderId: string | null;
  subscriptionId: string | null;
}

/** Inserts a mail of an organization of the scope, or one of the installation. */
export async function create(scope: Scope, mail: NewMail): Promise<void> {
  if (mail.organizationId !== null) assertOrganization(scope.organizationIds, mail);
  await execute(
    scope,
    sql`INSERT INTO mails (id, organization_id, created_at, queued_at, kind, recipient, recipient_name, data, secrets,
          message_id, customer_id, order_id, subscription_id)
        VALUES (${mail.id}::uuid, ${mail.organizationId}::uuid, ${mail.createdAt}::timestamptz,
          ${mail.queuedAt}::timestamptz, ${mail.kind}::text, ${mail.recipient}::text, ${mail.recipientName}::text,
          ${JSON.stringify(mail.data)}::jsonb, ${mail.secrets}::text, ${mail.messageId}::text,
          ${mail.customerId}::uuid, ${mail.orderId}::uuid, ${mail.subscriptionId}::uuid)`,
    { prepared: true },
  );
}

const LIST: ListDefinition<MailSort> = {
  table: 'mails',
  sorts: { created_at: required(sql`t.created_at`) },
};

const MAPPING = { model: 'Mail', table: 'mails' } as const satisfies RowMapping;

/** The mails of the scope's organizations. */
export function list(scope: Scope, request: QueryOf<typeof exportMails>) {
  const conditions = [
    textFilter('t.kind', request.kind),
    enumFilter('t.status', 'mail_status', request.status),
    idFilter('t.customer_id', request.customer_id),
    idFilter('t.order_id', request.order_id),
    idFilter('t.subscription_id', request.subscription_id),
    searchFilter(['t.recipient', 't.recipient_name', 't.subject'], request.query),
    ...createdFilter(request),
  ];
  return listing(scope, LIST, request, conditions, MAPPING);
}

/** Null where there is none in the scope. */
export function find(scope: Scope, id: string): Promise<MailRow | null> {
  return selectRow(scope, MAPPING, id);
}

/** Those of no organization, newest first, at most 100. */
export function listOfInstallation(): Promise<MailRow[]> {
  const newest = { createdAt: 'desc' } as const;
  return db(null).mail.findMany({ where: { organizationId: null }, orderBy: newest, take: 100 });
}

/** The name and address of a seller. */
export function findSeller(userId: string) {
  return db(null).user.findUnique({ where: { id: userId }, select: { name: true, email: true } });
}

/** The owners of an organization, for the limits of what its tokens send. */
export async function findOwnerIds(organizationId: string): Promise<string[]> {
  const where = { organizationId, role: 'owner' } as const;
  const owners = await db(null).membership.findMany({ where, select: { userId: true } });
  return owners.map(({ userId }) => userId);
}

/** What is erased of a mail beside its secrets; the subjects of mails to sellers name the buyer. */
const ERASED = sql`html = NULL, text = NULL, data = '{}',
  subject = CASE WHEN kind = ANY(${kindsFor('seller')}::text[]) THEN NULL ELSE subject END`;

/** Ends the mails of a customer of the scope that wait, and erases what is in all of his. */
export async function eraseOfCustomer(scope: Scope, customerId: string): Promise<void> {
  const reason: MailReason = 'customer_deleted';
  await execute(
    scope,
    sql`UPDATE mails SET ${ERASED}, secrets = NULL, response = NULL, leased_until = NULL,
          modified_at = ${scope.realTime}::timestamptz,
          status = CASE WHEN status = 'queued' THEN 'kept' ELSE status END,
          reason = CASE WHEN status = 'queued' THEN ${reason}::text ELSE reason END,
          recipient = CASE WHEN kind = ANY(${kindsFor('buyer')}::text[]) THEN ${MASK}::text ELSE recipient END,
          recipient_name = CASE WHEN kind = ANY(${kindsFor('buyer')}::text[]) THEN NULL ELSE recipient_name END
        WHERE customer_id = ${customerId}::uuid`,
  );
}

/** Deletes the mails about an account, and takes its address off those that an organization has sent it. */
export async function eraseOfAccount(scope: Scope, email: string): Promise<void> {
  await db(scope).mail.deleteMany({ where: { organizationId: null, recipient: email } });
  await execute(
    scope,
    sql`UPDATE mails SET recipient = ${MASK}::text, recipient_name = NULL
        WHERE recipient = ${email} AND kind = ANY(${kindsFor('seller')}::text[]) AND status <> 'queued'`,
  );
}

const ERASE_BATCH = 1000;

/** Erases what is in mails from before a moment, the oldest {@link ERASE_BATCH} at once. */
export async function eraseBefore(before: Date): Promise<void> {
  await execute(
    null,
    sql`UPDATE mails SET ${ERASED} WHERE id IN (
          SELECT id FROM mails
          WHERE coalesce(queued_at, created_at) < ${before}::timestamptz AND data <> '{}' AND status <> 'queued'
          ORDER BY coalesce(queued_at, created_at) LIMIT ${ERASE_BATCH}::int)`,
  );
}

// What follows is for jobs, which reach the mails of every organization and of the installation.

/**
 * Takes a queued mail until `lease`, and counts the try; null where it has ended, or is another's until a later
 * moment than `now`.
 */
export async function claim(id: string, now: Date, lease: Date): Promise<MailRow | null> {
  const [row] = await db(null).mail.updateManyAndReturn({
    where: { id, status: 'queued', OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }] },
    data: { attempts: { increment: 1 }, leasedUntil: lease, modifiedAt: now },
  });
  return row ?? null;
}

/** The customer of a mail as he is now. */
export function findCustomer(id: string) {
  const select = { email: true, name: true, deletedAt: true };
  return db(null).customer.findUnique({ where: { id }, select });
}

/** A queued mail that is a worker's; null where it is none's. */
export async function findLeased(id: string): Promise<{ kind: string; leasedUntil: Date } | null> {
  const row = await db(null).mail.findUnique({ where: { id, status: 'queued' } });
  return row?.leasedUntil ? { kind: row.kind, leasedUntil: row.leasedUntil } : null;
}

/** What became of a try, and how the mail looked. */
export interface MailEnd {
  /** `queued`: it is tried again. */
  status: 'queued' | 'sent' | 'kept' | 'failed';
  reason?: MailReason;
  response?: string;
  subject?: string;
  html?: string;
  text?: string;
  sentAt?: Date;
  /** Corrects how often the mail was tried. */
  attempts?: number;
}

/**
 * Ends a try that began with {@link claim}, and writes the address that it went to. Unless the mail is tried again, its
 * secrets are erased. False where it has ended meanwhile, or another worker has claimed it.
 */
export async function end(
  scope: Scope,
  { id, leasedUntil, recipient, recipientName }: MailRow,
  { status, reason, response, sentAt, attempts, ...looks }: MailEnd,
): Promise<boolean> {
  const { subject, html, text } = looks;
  const ended = await execute(
    scope,
    sql`UPDATE mails SET status = ${status}::mail_status, reason = ${reason ?? null}::text,
          response = coalesce(${response ?? null}::text, response), sent_at = ${sentAt ?? null}::timestamptz,
          subject = coalesce(${subject ?? null}::text, subject), html = coalesce(${html ?? null}::text, html),
          text = coalesce(${text ?? null}::text, text), leased_until = NULL, modified_at = ${scope.realTime}::timestamptz,
          attempts = coalesce(${attempts ?? null}::int, attempts),
          recipient = ${recipient}::text, recipient_name = ${recipientName}::text,
          secrets = CASE WHEN ${status}::text = 'queued' THEN secrets END
        WHERE id = ${id}::uuid AND status = 'queued' AND leased_until = ${leasedUntil}::timestamptz
        RETURNING id`,
  );
  return ended.length > 0;
}

/** Whether an address is one of an organization's members or of its invitations. */
export async function isMemberOrInvited(organizationId: string, email: string): Promise<boolean> {
  const address = email.toLowerCase();
  const found = await execute(
    null,
    sql`SELECT FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = ${organizationId}::uuid AND lower(u.email) = ${address}::text
        UNION ALL
        SELECT FROM invitations i WHERE i.organization_id = ${organizationId}::uuid AND i.email = ${address}::text`,
  );
  return found.length > 0;
}

/** Whether the address of a mail has been refused for good. */
export async function isSuppressed({ organizationId, recipient }: MailRow): Promise<boolean> {
  const email = recipient.toLowerCase();
  return (await db(null).mailSuppression.count({ where: { organizationId, email } })) > 0;
}

/** Has an address get no further mails of an organization, or of the installation. */
export async function suppress(
  scope: Scope,
  address: { organizationId: string | null; email: string; response: string },
): Promise<void> {
  await execute(
    scope,
    sql`INSERT INTO mail_suppressions (id, organization_id, email, response, created_at)
        VALUES (${newId()}::uuid, ${address.organizationId}::uuid, ${address.email.toLowerCase()}::text,
          ${address.response}::text, ${scope.realTime}::timestamptz)
        ON CONFLICT DO NOTHING`,
  );
}

/** The reverse of {@link suppress}; false where the address was not suppressed. */
export async function unsuppress(
  scope: Scope,
  organizationId: string | null,
  email: string,
): Promise<boolean> {
  if (organizationId !== null) assertOrganization(scope.organizationIds, { organizationId });
  const deleted = await execute(
    scope,
    sql`DELETE FROM mail_suppressions
        WHERE organization_id IS NOT DISTINCT FROM ${organizationId}::uuid AND email = ${email.toLowerCase()}::text
        RETURNING id`,
  );
  return deleted.length > 0;
}
