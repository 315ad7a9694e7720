'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LeaveGuardProvider } from '@/components/form/leave-guard-provider';
import { Toaster } from '@/components/ui/toast';
import { createQueryClient } from '@/lib/client/queries';

/** The providers of every page that calls the API. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LeaveGuardProvider>{children}</LeaveGuardProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
