import { commit } from '@/lib/api/commands';
import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { mintAccess } from '@/lib/resources/customer-sessions/service';
import { lockCustomer } from '@/lib/resources/customers/service';
import {
  isToBuyer,
  type MailContent,
  type MailKind,
  type MailToSend,
} from '@/lib/resources/mails/kinds';
import { addressOf } from '@/lib/resources/mails/rules';
import type { Mail } from '@/lib/resources/mails/schema';
import { countResending, queueAndPrint, readToResend } from '@/lib/resources/mails/service';
import { renewInvitation } from '@/lib/resources/members/service';
import { extrasOf } from '@/lib/resources/sale-mails/service';

type OldMail = Awaited<ReturnType<typeof readToResend>>;

/**
 * Sends a mail again as a new one (docs/contract/mail.md#resending). Throws 404, and 403 while the mail is not sent
 * yet, or where there is nothing any more that it could be about, and 429 (docs/contract/mail.md#limits).
 */
export async function resendMail(scope: Scope, id: string): Promise<Mail> {
  await countResending(scope, id);
  return commit(scope, async (scope) => {
    const old = await readToResend(scope, id);
    const { organizationId, customerId, orderId, subscriptionId, kind, data } = old;
    const to = await recipientOf(scope, old);
    const content = { kind, data, secrets: {}, ...(await MINT[kind]?.(scope, old)) };
    const about = { organizationId, customerId, orderId, subscriptionId };
    return queueAndPrint(scope, { ...content, ...about, ...to } as MailToSend);
  });
}

/** The buyer's address as it is now, else that of the mail. */
async function recipientOf(scope: Scope, old: OldMail) {
  const { recipient, recipientName } = old;
  if (!isToBuyer(old)) return { recipient, recipientName };
  return addressOf(old, await customerOf(scope, old.customerId));
}

async function customerOf(scope: Scope, id: string) {
  const customer = await lockCustomer(scope, id);
  if (!customer) throw new ApiError('NotPermitted', 'The customer of this mail was deleted.');
  return customer;
}

/** What is made anew for a mail of a kind with secrets; those of the old mail are erased. */
const MINT: {
  [Kind in MailKind]?: (
    scope: Scope,
    old: OldMail,
  ) => Promise<Partial<Omit<MailContent<Kind>, 'kind'>> | null>;
} = {
  invitation: async (scope, { organizationId, recipient, data }) => {
    const { url, expires_at } = await renewInvitation(scope, organizationId, recipient);
    return {
      data: { ...(data as MailContent<'invitation'>['data']), expires_at },
      secrets: { url },
    };
  },
  receipt: async (scope, { orderId, subscriptionId }) => {
    const source = subscriptionId === null ? { orderId: orderId ?? '' } : { subscriptionId };
    return { secrets: (await extrasOf(scope, source)).secrets };
  },
  portal_access: async (scope, { customerId }) =>
    mintAccess(scope, await customerOf(scope, customerId ?? '')),
};
