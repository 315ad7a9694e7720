'use client';

import { useRef } from 'react';
import {
  savedListState,
  saveListSearch,
  saveListState,
} from '@/components/data-table/list-restoration';

/** Saves the scroll position and opened row of a list, and restores them once its rows are loaded. */
export function useListRestoration(hasRows: boolean) {
  const scroller = useRef<HTMLDivElement>(null);

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
      saveListState(address(), { scrollTop: scroller.current?.scrollTop ?? 0 });
    },
    scrollToTop() {
      scroller.current?.scrollTo({ top: 0 });
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

function address(): string {
  return window.location.pathname + window.location.search;
}
