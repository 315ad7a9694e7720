import type { Metadata } from 'next';
import { SignUpPage } from '@/components/session/sign-up-page';

export const metadata: Metadata = { title: 'Sign up · Tilldesk' };

export default function Page() {
  return <SignUpPage />;
}
