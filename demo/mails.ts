import type { Sales } from '@/demo/sales';
import type { Prisma } from '@/lib/database/generated/client';
import type { MailContent } from '@/lib/resources/mails/kinds';
import { maskSecrets } from '@/lib/resources/mails/rules';
import { senderOf } from '@/lib/resources/mails/service';
import { previews } from '@/lib/resources/mails/templates/previews';
import { renderMail } from '@/lib/resources/mails/templates/render';
import { publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

const HOUR = 3_600_000;

/** What became of the mails, by their kinds. */
const ENDS = {
  receipt: { status: 'sent', response: '250 2.0.0 Accepted' },
  renewal_receipt: { status: 'sent', response: '250 2.0.0 Accepted' },
  portal_access: { status: 'sent', response: '250 2.0.0 Accepted' },
  payment_failed: { status: 'kept', reason: 'sandbox' },
  trial_ending: { status: 'kept', reason: 'sandbox' },
  refund: { status: 'failed', response: '550 5.1.1 No such user' },
} as const;

/** A mail of some kinds, to the newest customers; none of them waits to be sent. */
export async function makeMails(
  organizationId: string,
  { customers }: Pick<Sales, 'customers'>,
  moment: Date,
): Promise<Prisma.MailCreateManyInput[]> {
  const sender = await senderOf(organizationId);
  const kinds = Object.entries(ENDS).map(async ([kind, end], index) => {
    const content = previews().find(({ name }) => name === kind)?.content;
    const customer = customers.at(-1 - index);
    if (!content || !customer) throw new Error(`There is no example of ${kind}`);
    const secrets = maskSecrets(content.secrets, publicUrl());
    const id = newId();
    const createdAt = new Date(moment.getTime() - (index + 1) * 5 * HOUR);
    return {
      ...(await renderMail({ ...content, secrets } as MailContent, sender)),
      ...end,
      id,
      organizationId,
      createdAt,
      kind,
      recipient: customer.email,
      recipientName: customer.name ?? null,
      customerId: customer.id,
      data: content.data,
      messageId: `<${id}@northlight.example>`,
      attempts: 1,
      sentAt: end.status === 'sent' ? createdAt : null,
    };
  });
  return Promise.all(kinds);
}
