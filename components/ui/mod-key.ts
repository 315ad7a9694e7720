'use client';

import { useSyncExternalStore } from 'react';

/** The name of the key that Mod stands for: "Cmd" on Apple's keyboards, else "Ctrl". */
export function useModKey(): 'Cmd' | 'Ctrl' {
  return useSyncExternalStore(
    () => () => {},
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? 'Cmd' : 'Ctrl'),
    () => 'Ctrl',
  );
}
