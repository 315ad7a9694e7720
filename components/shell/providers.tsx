'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LeaveGuardProvider } from '@/components/form/leave-guard-provider';
import { Toaster } from '@/components/ui/toast';
import { createQueryClient, query } from '@/lib/client/queries';
import { getMe } from '@/lib/resources/me/operations';

/** The providers of every page that calls the API. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    // Somebody who was removed from an organization sees at once that he has no access.
    const created = createQueryClient(() => void created.invalidateQueries(query(getMe)));
    return created;
  });
  return (
    <QueryClientProvider client={client}>
      <LeaveGuardProvider>{children}</LeaveGuardProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
