import type { ReactNode } from 'react';
import { Providers } from '@/components/shell/providers';
import { StandalonePage } from '@/components/shell/standalone-page';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <StandalonePage>{children}</StandalonePage>
    </Providers>
  );
}
