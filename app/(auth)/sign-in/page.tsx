import type { Metadata } from 'next';
import { SignInPage } from '@/components/session/sign-in-page';

export const metadata: Metadata = { title: 'Sign in · Tilldesk' };

export default function Page() {
  return <SignInPage />;
}
