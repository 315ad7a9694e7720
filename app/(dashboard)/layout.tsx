import type { ReactNode } from 'react';
import { PrefetchMe } from '@/app/(dashboard)/prefetch';
import { SessionDialogs } from '@/components/session/session-dialogs';
import { Providers } from '@/components/shell/providers';

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <PrefetchMe>{children}</PrefetchMe>
      <SessionDialogs />
    </Providers>
  );
}
