import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { ApiError, orNotFound } from '@/lib/contract/errors';
import { type Scope, systemScope } from '@/lib/database/connection/scope';
import { type AttemptLimit, countAttempts } from '@/lib/resources/limits/service';
import {
  isToBuyer,
  MAIL_KINDS,
  type MailContent,
  type MailKind,
  type MailSender,
  type MailToSend,
  type MailUrgency,
  urgencyOf,
} from '@/lib/resources/mails/kinds';
import * as repository from '@/lib/resources/mails/repository';
import type { Mail, MailDetail, MailSettings } from '@/lib/resources/mails/schema';
import { serializeMail, serializeMailDetail } from '@/lib/resources/mails/serialize';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { env, publicUrl } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';
import { addJob, type JobOptions, jobKind } from '@/lib/runtime/jobs/job';
import { decrypt, encrypt } from '@/lib/runtime/secrets';

export const sendMailKind = jobKind('send_mail', z.object({ mail_id: z.string() }), {
  lane: 'mails',
});

/**
 * The queues of mails and their priorities. Each has a slot of its own on a node, so that mails of sign-in and reset
 * wait for no others, and those that a buyer waits for not for those about sales, however slow the mail server is.
 */
export const QUEUES = {
  sign_in: { queue: 'sign_in_mails', priority: -20 },
  portal: { queue: 'awaited_mails', priority: -10 },
  account: { queue: 'awaited_mails', priority: 0 },
  other: { queue: 'mails', priority: 0 },
} as const satisfies Record<MailUrgency, JobOptions>;

/** The purpose of the key that encrypts secrets of mails. */
const SECRETS_PURPOSE = 'secrets of mails';

/**
 * Adds the job that sends a mail, in the transaction of its cause. Each queue of {@link QUEUES} sends one mail at a
 * time, beside the others.
 */
export function addSending(
  scope: Scope,
  { id, kind }: { id: string; kind: string },
  options: Pick<JobOptions, 'key' | 'runAt'> = {},
): Promise<string> {
  return addJob(scope, sendMailKind, { mail_id: id }, { ...QUEUES[urgencyOf(kind)], ...options });
}

/**
 * Queues a mail, which is sent once the transaction commits (docs/contract/mail.md#sending). Its organization is one of
 * the scope's, or null for a mail of the installation. Returns its id. Throws outside of a transaction.
 */
export async function queueMail(scope: Scope, mail: MailToSend): Promise<string> {
  const { kind, organizationId, recipient, secrets } = mail;
  const id = newId();
  // First, because it throws outside of a transaction.
  await addSending(scope, { id, kind });
  const hasSecrets = Object.keys(secrets).length > 0;
  await repository.create(scope, {
    id,
    organizationId,
    createdAt: causedAt(scope, organizationId),
    queuedAt: scope.realTime,
    kind,
    recipient,
    recipientName: mail.recipientName ?? null,
    data: MAIL_KINDS[kind].data.parse(mail.data),
    secrets: hasSecrets ? encrypt(JSON.stringify(secrets), SECRETS_PURPOSE) : null,
    messageId: `<${id}@${new URL(publicUrl()).hostname}>`,
    customerId: mail.customerId ?? null,
    orderId: mail.orderId ?? null,
    subscriptionId: mail.subscriptionId ?? null,
  });
  return id;
}

/** The time of a mail's cause: that of its organization's test clock, also while it advances, else the real one. */
function causedAt({ testClocks, realTime }: Scope, organizationId: string | null): Date {
  return (organizationId && testClocks?.get(organizationId)?.now) || realTime;
}

/** The organization that a mail comes from, as it is now; null for the installation. Throws 404. */
export async function senderOf(organizationId: string | null): Promise<MailSender | null> {
  if (organizationId === null) return null;
  const organization = await getOrganization(systemScope(organizationId), organizationId);
  const { name, slug, email, avatar_url, profile_settings, timezone, is_sandbox } = organization;
  return {
    name,
    slug,
    email,
    pictureUrl: avatar_url,
    accentColor: profile_settings.accent_color,
    timezone,
    isSandbox: is_sandbox,
  };
}

/** What is in a queued mail, with its secrets as they are; throws where another APP_SECRET encrypted them. */
export function contentOf({ kind, data, secrets }: repository.MailRow): MailContent {
  const known = MAIL_KINDS[kind as MailKind];
  return {
    kind,
    data: known.data.parse(data),
    secrets: secrets === null ? {} : JSON.parse(decrypt(secrets, SECRETS_PURPOSE)),
  } as MailContent;
}

/**
 * Lets a refused address get mails again (docs/contract/mail.md#refused-addresses), in the transaction that writes the
 * address. `organizationId` is null for the address of an account. False where the address was not refused.
 */
export function allowAddress(
  scope: Scope,
  organizationId: string | null,
  email: string,
): Promise<boolean> {
  return repository.unsuppress(scope, organizationId, email);
}

/** Ends the waiting mails of a customer who is being deleted, and erases the contents of all others. */
export function eraseMailsOfCustomer(scope: Scope, customerId: string): Promise<void> {
  return repository.eraseOfCustomer(scope, customerId);
}

export const { eraseOfAccount } = repository;

export const { listAll, exportAll } = listAndExport(repository.list, serializeMail);

async function findOrThrow(scope: Scope, id: string): Promise<repository.MailRow> {
  return orNotFound(await repository.find(scope, id), 'The mail');
}

/** Throws 404. */
export async function get(scope: Scope, id: string): Promise<MailDetail> {
  return serializeMailDetail(await findOrThrow(scope, id));
}

/**
 * A mail as it was queued, without its secrets, to be sent again. Throws 404, and 403 while it is not sent yet, or once
 * it was erased.
 */
export async function readToResend(scope: Scope, id: string) {
  const row = await findOrThrow(scope, id);
  if (row.status === 'queued') {
    throw new ApiError('NotPermitted', 'This mail is still waiting to be sent.');
  }
  if (isDeepStrictEqual(row.data, {})) {
    throw new ApiError('NotPermitted', 'What was in this mail has been erased.');
  }
  return {
    ...row,
    ...contentOf({ ...row, secrets: null }),
    organizationId: row.organizationId ?? '',
  };
}

/** Counts a mail that a seller asks for, before it is queued. Throws 429 (docs/contract/mail.md#limits). */
export async function countRequested(
  { organizationId, kind, email }: { organizationId: string; kind: MailKind; email: string },
  { caller, realTime: now }: Scope,
): Promise<void> {
  const address = email.toLowerCase();
  const limits: AttemptLimit[] = [
    {
      // Buyers ask for portal access themselves as well.
      kind: kind === 'portal_access' ? 'portal_request_email' : 'requested_mail_address',
      subjects: [`${organizationId}:${address}`],
      detail: 'Too many mails to this address within an hour. Try again later.',
    },
    {
      kind: 'requested_mail_organization',
      subjects: [organizationId],
      detail: 'Too many mails within an hour. Try again later.',
    },
  ];
  if (kind === 'invitation') {
    limits.push(
      {
        kind: 'invitation_seller',
        // A token of an organization is its owners'.
        subjects:
          caller.kind === 'user' ? [caller.userId] : await repository.findOwnerIds(organizationId),
        detail: 'You have sent 20 invitations within an hour. Try again later.',
      },
      {
        kind: 'invitation_address',
        subjects: [address],
        detail: 'This address was invited too often today. Try again tomorrow.',
      },
    );
  }
  await countAttempts(limits, now);
}

/** {@link countRequested} for a mail that is sent again. Throws as {@link readToResend}, and 429. */
export async function countResending(scope: Scope, id: string): Promise<void> {
  const mail = await readToResend(scope, id);
  const customer = isToBuyer(mail) ? await repository.findCustomer(mail.customerId) : null;
  await countRequested({ ...mail, email: customer?.email ?? mail.recipient }, scope);
}

/** {@link queueMail}, and the mail as the API prints it. */
export async function queueAndPrint(scope: Scope, mail: MailToSend): Promise<Mail> {
  return serializeMail(await findOrThrow(scope, await queueMail(scope, mail)));
}

/** Sends a test mail to the caller. Throws 404, 403 to a token of an organization, which has no address, and 429. */
export async function sendTest(scope: Scope, organizationId: string): Promise<Mail> {
  await getOrganization(scope, organizationId);
  const { caller } = scope;
  const seller = caller.kind === 'user' ? await repository.findSeller(caller.userId) : null;
  if (!seller) {
    throw new ApiError('NotPermitted', 'A token of an organization has no address to write to.');
  }
  const { email: recipient, name } = seller;
  const kind = 'test_mail';
  await countRequested({ organizationId, kind, email: recipient }, scope);
  const data = { requested_by: name };
  const mail = { organizationId, recipient, recipientName: name, kind, data, secrets: {} } as const;
  return commit(scope, (scope) => queueAndPrint(scope, mail));
}

/** How this installation sends mails. */
export function settings(): MailSettings {
  const { SMTP_URL, MAIL_FROM, MAIL_SANDBOX } = env();
  return {
    has_mail_server: SMTP_URL !== undefined,
    from: MAIL_FROM ?? null,
    sandbox: MAIL_SANDBOX,
  };
}

/** The newest 100 mails of the installation without their contents, for its operator. */
export async function listOfInstallation() {
  const rows = await repository.listOfInstallation();
  return rows.map(({ createdAt, kind, recipient, status, reason, response }) => {
    return {
      createdAt,
      kind,
      recipient,
      state: reason ? `${status} (${reason})` : status,
      response,
    };
  });
}
