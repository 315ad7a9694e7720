import type { Metadata } from 'next';
import { ForgotPasswordPage } from '@/components/session/forgot-password-page';
import { hasMailServer } from '@/lib/runtime/env';

export const metadata: Metadata = { title: 'Reset your password · Tilldesk' };

export default function Page() {
  return <ForgotPasswordPage hasMailServer={hasMailServer()} />;
}
