import { useEffect } from 'react';

const AFTER_PAGE_MS = 2000;

/** Loads what the page will need by a press, once it has shown itself. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Whoever presses earlier loads it by that, and sees a failure there.
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_PAGE_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
