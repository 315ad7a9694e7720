'use client';

import { useSyncExternalStore } from 'react';
import type { Column } from '@/components/data-table/columns';

/** Whether each column is shown, by its id. */
export type Visibility = Record<string, boolean>;

const listeners = new Set<() => void>();
const cache = new Map<string, { text: string | null; value: Visibility }>();
const NONE: Visibility = {};

/**
 * The columns that the seller shows or hides, kept in this browser: for the list, and apart from that for each
 * of its saved views.
 *
 * @param viewColumns the columns of the saved view; none: those of the page
 */
export function useColumnVisibility<Row>(
  list: string,
  columns: readonly Column<Row>[],
  viewId: string | null,
  viewColumns: readonly string[] = [],
): readonly [Visibility, (next: Visibility) => void] {
  const key = columnsKey(list, viewId);
  const chosen = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => NONE,
  );
  const initial = Object.fromEntries(
    columns.map(({ id, hidden }, index) => [
      id,
      viewColumns.length > 0 ? index === 0 || viewColumns.includes(id) : !hidden,
    ]),
  );
  return [{ ...initial, ...chosen }, (next) => write(key, next)];
}

/** Shows the columns of a saved view as they are saved. */
export function forgetColumnsOfView(list: string, viewId: string): void {
  write(columnsKey(list, viewId), null);
}

function columnsKey(list: string, viewId: string | null): string {
  return `tilldesk_columns_${list}${viewId ? `_${viewId}` : ''}`;
}

function write(key: string, visibility: Visibility | null): void {
  if (visibility) localStorage.setItem(key, JSON.stringify(visibility));
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
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
