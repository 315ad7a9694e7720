import type { Metadata } from 'next';
import { SignInPage } from '@/components/session/sign-in-page';
import { hasMailServer } from '@/lib/resources/identity/auth';

export const metadata: Metadata = { title: 'Sign in · Tilldesk' };

export default function Page() {
  return <SignInPage canReset={hasMailServer()} />;
}
