import type { Metadata } from 'next';
import { SignInPage } from '@/components/session/sign-in-page';
import { hasMailServer } from '@/lib/runtime/env';

export const metadata: Metadata = { title: 'Sign in · Tilldesk' };

export default function Page() {
  return <SignInPage canReset={hasMailServer()} />;
}
