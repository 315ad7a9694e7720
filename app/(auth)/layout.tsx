import type { ReactNode } from 'react';
import { Providers } from '@/components/shell/providers';
import { StandalonePage } from '@/components/shell/standalone-page';
import { SandboxNote } from '@/components/ui/sandbox-note';
import { takesLivePayments } from '@/lib/resources/payments/service';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <StandalonePage>
        {!takesLivePayments() && <SandboxNote className="mb-8 rounded-control" />}
        {children}
      </StandalonePage>
    </Providers>
  );
}
