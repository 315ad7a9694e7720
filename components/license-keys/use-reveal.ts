'use client';

import { useEffect, useRef, useState } from 'react';

export const REVEALED_SECONDS = 30;

/** A secret that hides itself again. */
export function useReveal() {
  const [isRevealed, setRevealed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isRevealed,
    toggle: () => {
      clearTimeout(timer.current);
      if (!isRevealed)
        timer.current = setTimeout(() => setRevealed(false), REVEALED_SECONDS * 1000);
      setRevealed(!isRevealed);
    },
  };
}
