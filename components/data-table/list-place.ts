'use client';

import { useRef } from 'react';
import { recallList, rememberList, rememberSearch } from '@/components/data-table/list-memory';

/** Where a list stands: kept when it is left, and brought back once its rows are there. */
export function useListPlace(hasRows: boolean) {
  const scroller = useRef<HTMLDivElement>(null);

  return {
    /** For what scrolls; its rows have `data-row`, and the link of each `data-row-link`. */
    ref(container: HTMLDivElement | null) {
      scroller.current = container;
      if (!container || !hasRows) return;
      const left = recallList(address());
      if (!left) return;
      container.scrollTop = left.top;
      if (left.row && document.activeElement === document.body) {
        container
          .querySelector<HTMLElement>(`[data-row="${CSS.escape(left.row)}"] a`)
          ?.focus({ preventScroll: true });
      }
    },
    onScroll() {
      rememberList(address(), { top: scroller.current?.scrollTop ?? 0 });
    },
    toStart() {
      scroller.current?.scrollTo({ top: 0 });
    },
    /** Focuses the next row or the one before. */
    step(by: 1 | -1) {
      const rows = scroller.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [];
      const links = [...rows];
      const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
      const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
      next?.focus();
    },
    /** Before the page of a row is opened. */
    leave(row: string) {
      const { pathname, search } = window.location;
      rememberSearch(pathname, search);
      rememberList(address(), { row, top: scroller.current?.scrollTop ?? 0 });
    },
  };
}

function address(): string {
  return window.location.pathname + window.location.search;
}
