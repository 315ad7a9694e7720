import type { Metadata } from 'next';
import { UsedLink } from '@/components/session/link-page';
import { ResetPasswordPage } from '@/components/session/reset-password-page';
import { findReset } from '@/lib/resources/identity/links';
import { realTime } from '@/lib/runtime/clock';

export const metadata: Metadata = {
  title: 'Set a new password · Tilldesk',
  robots: 'noindex',
  // The address is a credential.
  referrer: 'no-referrer',
};

/** Nothing changes until its button is pressed: mail scanners open links. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const found = await findReset(token, realTime());
  return found ? (
    <ResetPasswordPage token={token} email={found.user.email} />
  ) : (
    <UsedLink isReset />
  );
}
