'use client';

import { useLayoutEffect, useRef } from 'react';
import {
  savedListState,
  saveListSearch,
  saveListState,
} from '@/components/data-table/list-restoration';

/**
 * Saves the scroll position and opened row of a list, and restores them once its rows are loaded. Rows that come in
 * while the same list is shown move none of those that are looked at.
 */
export function useListRestoration(rows: readonly { id: string }[] | undefined, list: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const first = useRef<Place | null>(null);
  const hasRows = rows !== undefined && rows.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are drawn anew when they change
  useLayoutEffect(() => {
    const container = scroller.current;
    if (!container) return;
    if (first.current?.list === list) keepInPlace(container, first.current);
    first.current = firstPlace(container, list);
  }, [rows, list]);

  return {
    /** The ref of the scroll container; its rows have `data-row`, and the link of each `data-row-link`. */
    ref(container: HTMLDivElement | null) {
      scroller.current = container;
      if (!container || !hasRows) return;
      const saved = savedListState(address());
      if (!saved) return;
      container.scrollTop = saved.scrollTop;
      if (saved.rowId && document.activeElement?.matches('body, h1')) {
        container
          .querySelector<HTMLElement>(`[data-row="${CSS.escape(saved.rowId)}"] a`)
          ?.focus({ preventScroll: true });
      }
    },
    onScroll() {
      if (scroller.current) first.current = firstPlace(scroller.current, list);
      saveListState(address(), { scrollTop: scroller.current?.scrollTop ?? 0 });
    },
    /** On small screens the page scrolls instead of the list. */
    scrollToTop() {
      const container = scroller.current;
      container?.scrollTo({ top: 0 });
      if (container && container.getBoundingClientRect().top < 0) container.scrollIntoView();
    },
    /** Focuses the first row, as the focus is nowhere: its control is gone. */
    focusFirst() {
      if (!document.activeElement?.matches('body')) return;
      scroller.current?.querySelector<HTMLElement>('[data-row-link]')?.focus();
    },
    /** Focuses the next row or the one before. */
    focusRow(by: 1 | -1) {
      const rows = scroller.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [];
      const links = [...rows];
      const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
      const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
      next?.focus();
    },
    /** To be called before the page of a row is opened. */
    save(rowId: string) {
      const { pathname, search } = window.location;
      saveListSearch(pathname, search);
      saveListState(address(), { rowId, scrollTop: scroller.current?.scrollTop ?? 0 });
    },
  };
}

/** The first row in sight, and how far it is below the beginning of its list. */
interface Place {
  list: string;
  id: string;
  top: number;
}

function firstPlace({ scrollTop, children }: HTMLElement, list: string): Place | null {
  const rows = children[0]?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  for (const { offsetTop: top, offsetHeight, dataset } of rows) {
    if (top + offsetHeight / 2 > scrollTop) return { list, id: dataset.row ?? '', top };
  }
  return null;
}

/** At the beginning of the list new rows are shown, unless the pointer or the focus is on a row. */
function keepInPlace(container: HTMLElement, { id, top }: Place): void {
  const isRead =
    container.scrollTop > 0 || container.querySelector('tbody:is(:hover, :focus-within)') !== null;
  const row = container.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  if (isRead && row) container.scrollTop += row.offsetTop - top;
}

function address(): string {
  return window.location.pathname + window.location.search;
}
