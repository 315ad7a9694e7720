'use client';

import { useEffect, useState } from 'react';
import type { ApiFailure } from '@/lib/client/client';

const seen = new WeakMap<ApiFailure, number>();

/** The seconds until a refused call may be tried again; 0 when there is nothing to wait for. */
export function useCountdown(failure: ApiFailure | null): number {
  const [, tick] = useState(0);
  let until = 0;
  if (failure) {
    until = seen.get(failure) ?? Date.now() + (failure.retryAfter ?? 60) * 1000;
    seen.set(failure, until);
  }
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
