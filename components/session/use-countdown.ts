'use client';

import { useEffect, useState } from 'react';
import type { ApiFailure } from '@/lib/client/client';

/** The seconds until a refused call may be tried again; 0 when there is nothing to wait for. */
export function useCountdown(failure: ApiFailure | null): number {
  const [, tick] = useState(0);
  const until = failure ? failure.receivedAt + (failure.retryAfter ?? 60) * 1000 : 0;
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
