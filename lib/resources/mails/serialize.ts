import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { Mail as MailRow } from '@/lib/database/generated/client';
import { Mail, MailDetail } from '@/lib/resources/mails/schema';

const scalars = scalarsOf('Mail', Mail);
const detailScalars = scalarsOf('Mail', MailDetail);

/** The fields whose columns are wider: the code alone writes them. */
function narrowed({ kind, reason, organizationId }: MailRow) {
  return {
    kind: kind as Mail['kind'],
    reason: reason as Mail['reason'],
    organization_id: organizationId as string,
  };
}

/** A mail of an organization as lists print it. */
export function serializeMail(row: MailRow): Mail {
  return withFields(scalars(row), narrowed(row));
}

/** The same with what is in it, its secrets masked (docs/contract/mail.md#secrets). */
export function serializeMailDetail(row: MailRow): MailDetail {
  return withFields(detailScalars(row), narrowed(row));
}
