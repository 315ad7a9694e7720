import type { Metadata } from 'next';
import { SignInLinkPage } from '@/components/session/sign-in-link-page';

export const metadata: Metadata = {
  title: 'Sign in · Tilldesk',
  robots: 'noindex',
  // The address is a credential.
  referrer: 'no-referrer',
};

/** Nothing changes until its button is pressed: mail scanners open links. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <SignInLinkPage token={token} />;
}
