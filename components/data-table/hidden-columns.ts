'use client';

import { useSyncExternalStore } from 'react';

type Visibility = Record<string, boolean>;

const listeners = new Set<() => void>();
const cache = new Map<string, { text: string | null; value: Visibility }>();
const NONE: Visibility = {};

/** Which columns of a list the seller shows or hides, kept in this browser. */
export function useColumnVisibility(list: string): [Visibility, (next: Visibility) => void] {
  const key = `tilldesk_columns_${list}`;
  const visibility = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => NONE,
  );
  return [
    visibility,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
  ];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(key: string): Visibility {
  const text = localStorage.getItem(key);
  const known = cache.get(key);
  if (known?.text === text) return known.value;
  let value = NONE;
  try {
    value = (JSON.parse(text ?? '{}') ?? NONE) as Visibility;
  } catch {
    // Not valid JSON: the default columns are used.
  }
  cache.set(key, { text, value });
  return value;
}
