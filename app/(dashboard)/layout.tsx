import type { ReactNode } from 'react';
import { PrefetchMe } from '@/app/(dashboard)/prefetch';
import { ConfirmationDialog } from '@/components/session/confirmation-dialog';
import { SignInDialog } from '@/components/session/sign-in-dialog';
import { Providers } from '@/components/shell/providers';

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <PrefetchMe>{children}</PrefetchMe>
      <SignInDialog />
      <ConfirmationDialog />
    </Providers>
  );
}
