import type { Mail } from '@/lib/resources/mails/schema';

type Answered = Pick<Mail, 'status' | 'reason' | 'response'>;

/** What a mail that has not arrived waits for; null for one that has, or never will. */
export function nextStep({ status, reason, response }: Answered): string | null {
  switch (status) {
    case 'queued':
      return response === null ? null : 'We keep trying for up to a day.';
    case 'failed':
      return 'We stopped trying. If the address is wrong, correct it, then resend.';
    case 'kept':
      return (reason && KEPT[reason]) ?? null;
    case 'sent':
      return null;
  }
}

const KEPT: Partial<Record<NonNullable<Mail['reason']>, string>> = {
  no_mail_server: 'Ask whoever runs this installation to set up a mail server, then resend.',
  suppressed: 'Correct the address, then resend.',
};

export const MAIL_PAGE = {
  to: (recipient: string) => `To ${recipient}`,
  resend: 'Resend',
  resendTitle: 'Resend this email',
  resendEffects: (recipient: string) =>
    `Sends a new email to ${recipient}, or to the address that its customer has now. A new access link or invitation link replaces the old one.`,
  resent: 'Queued again.',
  stillQueued: 'This email is still waiting to be sent.',
  message: 'Message',
  notRendered: 'Shown here after the first attempt to send it.',
  erased: 'Contents are erased after 90 days, and when the customer is deleted.',
  preview: 'Preview',
  text: 'Plain text',
  masked: 'Links, codes, and keys are hidden.',
};
