import { useEffect } from 'react';

const AFTER_PAGE_MS = 2000;

/** Preloads a chunk that an interaction will need, 2 s after the page is mounted. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A failure is ignored here: the interaction loads the chunk again and shows the error.
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_PAGE_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
