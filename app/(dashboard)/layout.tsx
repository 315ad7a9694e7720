import type { ReactNode } from 'react';
import { SignInDialog } from '@/components/session/sign-in-dialog';
import { Providers } from '@/components/shell/providers';

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      {children}
      <SignInDialog />
    </Providers>
  );
}
