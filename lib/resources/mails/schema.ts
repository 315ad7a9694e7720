import { z } from 'zod';
import { Id, Timestamp } from '@/lib/contract/fields';
import { MAIL_KIND_NAMES } from '@/lib/resources/mails/kinds';

export const MailKindName = z.enum(MAIL_KIND_NAMES).meta({ id: 'MailKind' });

export const MailStatus = z.enum(['queued', 'sent', 'kept', 'failed']).meta({ id: 'MailStatus' });
export type MailStatus = z.infer<typeof MailStatus>;

/** Why a mail stays in the outbox. */
const MailReason = z
  .enum(['no_mail_server', 'sandbox', 'suppressed', 'customer_deleted'])
  .meta({ id: 'MailReason' });
export type MailReason = z.infer<typeof MailReason>;

/** A mail as lists print it. */
export const Mail = z
  .object({
    id: Id,
    created_at: Timestamp,
    modified_at: Timestamp.nullable(),
    kind: MailKindName,
    status: MailStatus,
    reason: MailReason.nullable(),
    recipient: z.string(),
    recipient_name: z.string().nullable(),
    subject: z.string().nullable().meta({ description: 'Null until it was tried to be sent.' }),
    message_id: z.string(),
    attempts: z.int(),
    response: z.string().nullable().meta({
      description: 'What the mail server answered last, or why it could not be reached.',
    }),
    sent_at: Timestamp.nullable(),
    customer_id: Id.nullable(),
    order_id: Id.nullable(),
    subscription_id: Id.nullable(),
    organization_id: Id,
  })
  .meta({ id: 'Mail', resource: 'mails' });
export type Mail = z.infer<typeof Mail>;

/** A mail with what is in it, its secrets masked. */
export const MailDetail = z
  .object({ ...Mail.shape, html: z.string().nullable(), text: z.string().nullable() })
  .meta({ id: 'MailDetail', resource: 'mails' });
export type MailDetail = z.infer<typeof MailDetail>;

/** How the installation sends mails. */
export const MailSettings = z
  .object({
    has_mail_server: z.boolean().meta({ description: 'Without one mails are kept in the outbox.' }),
    from: z.string().nullable(),
    sandbox: z.enum(['outbox', 'members', 'send']).meta({
      description: 'Where mails of sandbox organizations go, but those about accounts.',
    }),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof MailSettings>;

export const MAIL_SORTS = ['created_at'] as const;
export type MailSort = (typeof MAIL_SORTS)[number];
