import { auth, linkToken, signInToken } from '@/lib/auth/better-auth';
import { ApiError } from '@/lib/contract/errors';
import { installationScope, type Scope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { countAttempt } from '@/lib/resources/limits/service';
import type { MailContent } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { publicUrl } from '@/lib/runtime/env';

/** Whom a mail is for. */
export interface Recipient {
  email: string;
  name: string;
}

type AccountKind =
  | 'confirm_email'
  | 'sign_in_link'
  | 'reset_password'
  | 'password_changed'
  | 'email_changed'
  | 'factors_changed'
  | 'organization_deletion';

/** Queues one of the installation's own mails, in the transaction of its cause. */
export function queueAccountMail(
  scope: Scope,
  { email, name }: Recipient,
  content: MailContent<AccountKind>,
): Promise<string> {
  return queueMail(scope, {
    ...content,
    organizationId: null,
    recipient: email,
    recipientName: name,
  });
}

/**
 * Queues a mail with a link, beyond 5 an hour to an address none: the caller is not told, because that would
 * tell whether the address has an account (docs/contract/callers.md#account-mails). `mint` makes the link's
 * token; null where there is none to send.
 */
async function mailLink(
  to: Recipient,
  now: Date,
  mint: () => Promise<string | null>,
  contentOf: (token: string) => MailContent<AccountKind>,
): Promise<void> {
  try {
    await countAttempt('account_mail', [to.email], now);
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return;
    throw error;
  }
  const token = await mint();
  if (token === null) return;
  await transaction(installationScope(), (scope) => queueAccountMail(scope, to, contentOf(token)));
}

/** Mails the link of a token that confirms the address; `next` is the page that it leads to then. */
export function mailConfirmation(
  to: Recipient,
  token: string,
  now: Date,
  {
    cause = 'sign_up',
    next = null,
  }: { cause?: 'sign_up' | 'new_address'; next?: string | null } = {},
): Promise<void> {
  const search = next === null ? '' : `?${new URLSearchParams({ next })}`;
  return mailLink(
    to,
    now,
    async () => token,
    () => ({
      kind: 'confirm_email',
      data: { name: to.name, cause },
      secrets: { url: `${publicUrl()}/confirm-email/${token}${search}` },
    }),
  );
}

/** The page whose button signs in by a token. */
export function signInLink(token: string): string {
  return `${publicUrl()}/sign-in-link/${token}`;
}

/** Mails a link that signs in, to somebody who signed up with the address of his account. */
export function mailSignInLink(to: Recipient, now: Date): Promise<void> {
  return mailLink(
    to,
    now,
    () => signInToken(to.email),
    (token) => ({
      kind: 'sign_in_link',
      data: { name: to.name, cause: 'known_address' },
      secrets: { url: signInLink(token) },
    }),
  );
}

/** Mails a link that sets another password. */
export function mailPasswordReset(to: Recipient, now: Date): Promise<void> {
  const mint = () =>
    linkToken(() => auth().api.requestPasswordReset({ body: { email: to.email } }));
  return mailLink(to, now, mint, (token) => ({
    kind: 'reset_password',
    data: { name: to.name },
    secrets: { url: `${publicUrl()}/reset-password/${token}` },
  }));
}
