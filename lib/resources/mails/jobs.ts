import { setTimeout as sleep } from 'node:timers/promises';
import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { type Delivery, deliver, SENDING_MS } from '@/lib/integrations/mail/transport';
import {
  audienceOf,
  isToBuyer,
  type MailContent,
  type MailSender,
  namedSender,
  PRODUCT,
  type RenderedMail,
  type RenderMail,
} from '@/lib/resources/mails/kinds';
import * as repository from '@/lib/resources/mails/repository';
import {
  addressOf,
  MAX_TRIES,
  maskSecrets,
  retentionEnd,
  retryAt,
} from '@/lib/resources/mails/rules';
import type { MailReason } from '@/lib/resources/mails/schema';
import {
  addSending,
  contentOf,
  eraseMailsOfCustomer,
  senderOf,
  sendMailKind,
} from '@/lib/resources/mails/service';
import { env, hasMailServer, publicUrl } from '@/lib/runtime/env';
import { handler, type JobHandler } from '@/lib/runtime/jobs/job';
import { log } from '@/lib/runtime/log';

/** How long a mail is one worker's (ms): longer than any sending, so that no other sends it meanwhile. */
const LEASE_MS = SENDING_MS + 30_000;
/** How long a process that stops waits for the server's answer (ms): without it the mail would be sent twice. */
const GRACE_MS = 5000;
/** Between two tries to write what became of a mail. */
const RECORD_PAUSE_MS = 1000;

/** The process stops before the server has answered. */
interface Interruption {
  outcome: 'interrupted';
}

/** What becomes of a mail by one run of its job. */
type Outcome = Delivery | Interruption | { outcome: 'kept'; reason: MailReason };

/**
 * Sends queued mails (docs/contract/mail.md#sending). `render` is that of the templates, which only workers load:
 * they use React's renderer for servers. `leaseMs` is how long a mail is one worker's.
 */
export function sendMails(render: RenderMail, leaseMs = LEASE_MS): JobHandler {
  return handler(sendMailKind, async ({ mail_id: id }, signal) => {
    const { realTime: now } = installationScope();
    const mail = await repository.claim(id, now, new Date(now.getTime() + leaseMs));
    if (!mail) return runAfterLease(id);
    const addressed = await addressedNow(mail);
    if (addressed) await send(addressed, render, signal);
  });
}

/** A mail to the address that its buyer has now; null, and ended, where he was deleted. */
async function addressedNow(mail: repository.MailRow): Promise<repository.MailRow | null> {
  if (!isToBuyer(mail)) return mail;
  const { customerId } = mail;
  const customer = await repository.findCustomer(customerId);
  if (customer?.deletedAt === null) {
    return { ...mail, ...addressOf(mail, customer) };
  }
  await transaction(installationScope(), (scope) => eraseMailsOfCustomer(scope, customerId));
  return null;
}

/** Erases what is in old mails (docs/contract/mail.md#personal-data). */
export function eraseOldMails(now: Date): Promise<void> {
  return repository.eraseBefore(retentionEnd(now));
}

/** Another worker is sending the mail, or was killed while it did: looks again when its lease is over. */
async function runAfterLease(id: string): Promise<void> {
  const leased = await repository.findLeased(id);
  if (!leased) return;
  const { kind, leasedUntil: runAt } = leased;
  await transaction(installationScope(), (scope) =>
    addSending(scope, { id, kind }, { key: id, runAt }),
  );
}

async function send(
  mail: repository.MailRow,
  render: RenderMail,
  signal: AbortSignal,
): Promise<void> {
  let masked: RenderedMail | undefined;
  let outcome: Outcome;
  try {
    const content = contentOf(mail);
    const sender = await senderOf(mail.organizationId);
    const secrets = maskSecrets(content.secrets, publicUrl());
    masked = await render({ ...content, secrets } as MailContent, sender);
    const reason = await reasonToKeep(mail, sender);
    outcome = reason
      ? { outcome: 'kept', reason }
      : await deliverAs(mail, await render(content, sender), sender, signal);
  } catch (error) {
    log.error({ err: error, mail: mail.id }, 'a mail could not be made');
    outcome = {
      outcome: 'deferred',
      response: 'The mail could not be made; the log has the cause.',
    };
  }
  await recordWithinLease(mail, outcome, masked);
}

/** Why a mail stays in the outbox (docs/contract/mail.md#outbox); null where it goes out. */
async function reasonToKeep(
  mail: repository.MailRow,
  sender: MailSender | null,
): Promise<MailReason | null> {
  if (!hasMailServer()) return 'no_mail_server';
  const isAccount = audienceOf(mail.kind) === 'account';
  if (sender?.isSandbox && !isAccount && !(await leavesSandbox(mail))) return 'sandbox';
  return (await repository.isSuppressed(mail)) ? 'suppressed' : null;
}

async function leavesSandbox({ organizationId, recipient }: repository.MailRow): Promise<boolean> {
  const { MAIL_SANDBOX: policy } = env();
  if (policy !== 'members') return policy === 'send';
  return organizationId !== null && repository.isMemberOrInvited(organizationId, recipient);
}

async function deliverAs(
  { kind, recipient, recipientName, messageId }: repository.MailRow,
  rendered: RenderedMail,
  sender: MailSender | null,
  signal: AbortSignal,
): Promise<Delivery | Interruption> {
  if (signal.aborted) return { outcome: 'interrupted' };
  const ending = new AbortController();
  const stop = () => setTimeout(() => ending.abort(new Error('The process stops')), GRACE_MS);
  signal.addEventListener('abort', stop, { once: true });
  const named = namedSender(kind, sender);
  const mail = {
    ...rendered,
    from: { name: named?.name ?? PRODUCT, address: env().MAIL_FROM ?? '' },
    to: { name: recipientName ?? '', address: recipient },
    replyTo: named?.email ?? null,
    messageId,
  };
  const delivery = await deliver(mail, ending.signal);
  signal.removeEventListener('abort', stop);
  const isInterrupted = ending.signal.aborted && delivery.outcome === 'deferred';
  return isInterrupted ? { outcome: 'interrupted' } : delivery;
}

/** {@link record}, again after errors of the database while no other worker can send the mail a second time. */
async function recordWithinLease(...given: Parameters<typeof record>): Promise<void> {
  const [{ id, leasedUntil }] = given;
  for (;;) {
    try {
      return await record(...given);
    } catch (error) {
      const { realTime: now } = installationScope();
      if (now.getTime() + RECORD_PAUSE_MS > (leasedUntil?.getTime() ?? 0)) throw error;
      log.warn({ err: error, mail: id }, 'what became of a mail could not be written yet');
      await sleep(RECORD_PAUSE_MS);
    }
  }
}

/** Writes what became of a mail, and when it is tried again. */
async function record(
  mail: repository.MailRow,
  outcome: Outcome,
  masked: RenderedMail | undefined,
): Promise<void> {
  const { id, attempts, organizationId, recipient } = mail;
  // No page shows the mails of the installation's own.
  const looks = organizationId === null ? masked && { subject: masked.subject } : masked;
  await transaction(installationScope(), async (scope) => {
    const { realTime: now } = scope;
    const end = (given: repository.MailEnd) => repository.end(scope, mail, { ...given, ...looks });
    switch (outcome.outcome) {
      case 'kept':
        await end({ status: 'kept', reason: outcome.reason });
        return;
      case 'accepted':
        await end({ status: 'sent', response: outcome.response, sentAt: now });
        return;
      case 'refused':
        if (outcome.isAddress) {
          await repository.suppress(scope, { organizationId, email: recipient, ...outcome });
        }
        await end({ status: 'failed', response: outcome.response });
        return;
      case 'interrupted':
        if (!(await end({ status: 'queued', attempts: attempts - 1 }))) return;
        await addSending(scope, mail, { key: id });
        return;
      default: {
        const isLast = attempts >= MAX_TRIES;
        const status = isLast ? 'failed' : 'queued';
        if (!(await end({ status, response: outcome.response })) || isLast) return;
        log.warn({ mail: id, attempt: attempts }, 'a mail was not taken, and is tried again later');
        await addSending(scope, mail, { key: id, runAt: retryAt(now, attempts) });
      }
    }
  });
}
