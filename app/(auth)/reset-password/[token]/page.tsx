import type { Metadata } from 'next';
import { UsedLink } from '@/components/session/link-page';
import { ResetPasswordPage } from '@/components/session/reset-password-page';
import { shortAccess } from '@/components/settings/token-scopes';
import { openReset } from '@/lib/resources/account-links/service';
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
  const found = await openReset(token, realTime());
  if (!found) return <UsedLink isReset />;
  const tokens = found.tokens.map(({ id, name, hint, scopes, created_at, last_used_at }) => ({
    ...{ id, name, hint, created_at, last_used_at },
    access: shortAccess(scopes),
  }));
  const apps = found.apps.map(({ id, client, scopes, created_at, last_used_at }) => ({
    ...{ id, hint: null, created_at, last_used_at },
    name: client.client_name ?? '',
    access: shortAccess(scopes),
  }));
  return <ResetPasswordPage token={token} email={found.email} tokens={tokens} apps={apps} />;
}
