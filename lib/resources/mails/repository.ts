import { assertOrganization, prisma } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import type { Scope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import type { Mail } from '@/lib/database/generated/client';

export type MailRow = Mail;

export interface NewMail {
  id: string;
  organizationId: string | null;
  createdAt: Date;
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
    sql`INSERT INTO mails (id, organization_id, created_at, kind, recipient, recipient_name, data, secrets,
          message_id, customer_id, order_id, subscription_id)
        VALUES (${mail.id}::uuid, ${mail.organizationId}::uuid, ${mail.createdAt}::timestamptz, ${mail.kind}::text,
          ${mail.recipient}::text, ${mail.recipientName}::text, ${JSON.stringify(mail.data)}::jsonb,
          ${mail.secrets}::text, ${mail.messageId}::text, ${mail.customerId}::uuid, ${mail.orderId}::uuid,
          ${mail.subscriptionId}::uuid)`,
    { prepared: true },
  );
}

/** A mail of any organization or of the installation; null where there is none. */
export function findAny(id: string): Promise<MailRow | null> {
  return prisma().mail.findUnique({ where: { id } });
}

/** What became of a mail, and how it looked. */
export interface MailEnd {
  status: 'sent' | 'kept' | 'failed';
  reason?: string;
  response?: string;
  subject?: string;
  html?: string;
  text?: string;
  sentAt?: Date;
}

/** Ends a queued mail and erases its secrets. */
export async function finish(scope: Scope, id: string, end: MailEnd): Promise<void> {
  await execute(
    scope,
    sql`UPDATE mails SET status = ${end.status}::mail_status, reason = ${end.reason ?? null}::text,
          response = coalesce(${end.response ?? null}::text, response), sent_at = ${end.sentAt ?? null}::timestamptz,
          subject = coalesce(${end.subject ?? null}::text, subject), html = coalesce(${end.html ?? null}::text, html),
          text = coalesce(${end.text ?? null}::text, text), secrets = NULL, leased_until = NULL,
          modified_at = ${scope.realTime}::timestamptz
        WHERE id = ${id}::uuid AND status = 'queued'`,
  );
}
