import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What the page itself loads comes first; what happens meanwhile is asked for then. */
const SOON_MS = 1500;

/** Keeps what pages show of an organization true while they are open. Its code is loaded when the page is there. */
export function useLiveUpdates(organizationId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { startLiveUpdates } = await import('@/components/session/live-updates');
      if (!isOver) stop = startLiveUpdates(client, organizationId);
    }, SOON_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, organizationId]);
}
