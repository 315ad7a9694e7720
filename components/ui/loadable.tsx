'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first shown, or before by `preload`. Once its code is there it is
 * rendered at once; React's `lazy` would show the fallback for 300 ms even then
 * (docs/performance.md#menus). Where the code cannot be loaded, rendering throws, and the next attempt loads anew.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Loadable(props: Props) {
    const [outcome, setOutcome] = useState<{ error: unknown } | 'loaded' | null>(null);
    useEffect(() => {
      if (loaded) return;
      preload().then(
        () => setOutcome('loaded'),
        (error: unknown) => setOutcome({ error }),
      );
    }, []);
    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    if (outcome !== null && outcome !== 'loaded') throw outcome.error;
    return fallback;
  }
  return Object.assign(Loadable, {
    /** To be called when it is likely to be shown soon: on pointing at what opens it. */
    preload: () => void preload().catch(() => {}),
  });
}
