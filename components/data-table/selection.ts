'use client';

import { useRef, useState } from 'react';

/** The most rows that a bulk action takes. */
export const MAX_SELECTED = 500;
/** The most ids that the `id` filter of a list takes (docs/contract/lists.md#added-filters). */
export const MAX_EXPORTED = 200;

/** Over the toolbar; on small screens at the bottom. */
export const SELECTION_BAR =
  'no-print absolute -inset-x-2 -inset-y-1 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-selected px-2 py-1 max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-30 max-md:rounded-none max-md:border-t max-md:border-accent max-md:px-4 max-md:py-2';

export interface Selection<Row> {
  rows: ReadonlyMap<string, Row>;
  /** Adds or removes a row; `range` does so with every row between it and the one before. */
  toggle: (row: Row, options?: { range?: boolean }) => void;
  /** Adds or removes all rows of the page. */
  togglePage: () => void;
  select: (rows: readonly Row[]) => void;
  clear: () => void;
}

/**
 * The selected rows of a list. They stay while its pages are turned, and are gone with other filters.
 *
 * @param list what the list shows, apart from its page and order
 * @param page the rows of the page
 */
export function useSelection<Row extends { id: string }>(
  list: string,
  page: readonly Row[],
): Selection<Row> {
  const [state, setState] = useState(() => ({ list, rows: new Map<string, Row>() }));
  const last = useRef<string>(undefined);
  const rows = state.list === list ? state.rows : new Map<string, Row>();

  /** Beyond the most that can be selected nothing is added. */
  function set(changed: readonly Row[], isSelected: boolean) {
    const next = new Map(rows);
    for (const row of changed) {
      if (!isSelected) next.delete(row.id);
      else if (next.size < MAX_SELECTED || next.has(row.id)) next.set(row.id, row);
    }
    setState({ list, rows: next });
  }

  return {
    rows,
    toggle(row, { range = false } = {}) {
      const to = page.findIndex(({ id }) => id === row.id);
      const from = range ? page.findIndex(({ id }) => id === last.current) : -1;
      last.current = row.id;
      const isSelected = !rows.has(row.id);
      if (from === -1) set([row], isSelected);
      else set(page.slice(Math.min(from, to), Math.max(from, to) + 1), isSelected);
    },
    togglePage: () =>
      set(
        page,
        page.some(({ id }) => !rows.has(id)),
      ),
    select: (selected) =>
      setState({
        list,
        rows: new Map(selected.slice(0, MAX_SELECTED).map((row) => [row.id, row])),
      }),
    clear: () => setState({ list, rows: new Map() }),
  };
}
