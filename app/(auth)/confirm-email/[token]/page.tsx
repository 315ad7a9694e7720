import type { Metadata } from 'next';
import { ConfirmEmailPage } from '@/components/session/confirm-email-page';
import { UsedLink } from '@/components/session/link-page';
import { readConfirmation } from '@/lib/resources/account-links/service';
import { realTime } from '@/lib/runtime/clock';

export const metadata: Metadata = {
  title: 'Confirm your email · Tilldesk',
  robots: 'noindex',
  // The address is a credential.
  referrer: 'no-referrer',
};

/** Nothing changes until its button is pressed: mail scanners open links. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const found = await readConfirmation(token, realTime());
  if (!found) return <UsedLink />;
  const { email, updateTo } = found;
  const page = updateTo ? '/dashboard/account' : '/dashboard/new';
  return <ConfirmEmailPage token={token} email={updateTo ?? email} page={page} />;
}
