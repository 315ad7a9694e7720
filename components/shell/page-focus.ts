'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { firstFieldOf } from '@/components/ui/first-field';

/** The id of a page's `main`. */
const CONTENT = 'content';

/** The path that was shown last; null before the first page of a visit. */
let shownPath: string | null = null;

/** The pages that are a form. */
const FORM_PAGE = /\/(new|edit)$/;
/**
 * Moves the focus to the heading of each page that is opened, and on pages that are a form to its first
 * field. The first page of a visit keeps the focus that the browser gave it.
 */
export function usePageFocus(): void {
  const pathname = usePathname();
  useEffect(() => {
    const isOpened = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    const content = isOpened ? document.getElementById(CONTENT) : null;
    return content ? keepFocusOn(content) : undefined;
  }, [pathname]);
}

/**
 * Focuses the start of a page, and again when its skeleton gives way to what it stood for, until somebody
 * presses a key or a button. Returns a function that ends it.
 */
function keepFocusOn(content: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let target: HTMLElement | null = null;
  const take = () => {
    const active = document.activeElement;
    const isElsewhere = active !== target && active !== document.body && active !== content;
    // What the page itself has focused, such as the row that was opened last, keeps the focus.
    if (isElsewhere && content.contains(active)) return;
    const start = startOf(content);
    if (!start || start === active) return;
    target = start;
    start.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(take);
  const stop = () => {
    observer.disconnect();
    controller.abort();
  };
  take();
  observer.observe(content, { childList: true, subtree: true });
  for (const event of ['keydown', 'pointerdown']) {
    document.addEventListener(event, stop, { capture: true, signal });
  }
  return stop;
}

function startOf(content: HTMLElement): HTMLElement | null {
  const heading = content.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  // A field's focus opens the keyboard of a phone, over the page that nobody has read yet.
  const isForm = FORM_PAGE.test(window.location.pathname) && matchMedia('(pointer: fine)').matches;
  return (isForm ? firstFieldOf(content) : null) ?? heading;
}
