import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import { sendMails } from '@/lib/resources/mails/jobs';
import { contentOf } from '@/lib/resources/mails/service';
import { renderMail } from '@/lib/resources/mails/templates/render';

/** The mails that meet a condition, oldest first; those still queued with their secrets, the others with `{}`. */
export async function findMails(where: Prisma.MailWhereInput) {
  const rows = await db(null).mail.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map((row) => ({ ...row, ...contentOf(row) }));
}

/** Does the job of a queued mail now. */
export function runMail(id: string): Promise<void> {
  return sendMails(renderMail).run({ mail_id: id }, new AbortController().signal);
}
