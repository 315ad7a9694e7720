'use client';

import { useEffect, useState } from 'react';
import { SESSION } from '@/components/session/texts';
import type { ApiFailure } from '@/lib/client/client';

/** After too many tries: in how many seconds a form may be sent again, in words; null when it may be sent. */
export function useCountdown(failure: ApiFailure | null): string | null {
  const [, tick] = useState(0);
  const isWaiting = failure?.status === 429;
  const until = isWaiting ? failure.receivedAt + (failure.retryAfter ?? 60) * 1000 : 0;
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? SESSION.tryAgainIn(seconds) : null;
}
