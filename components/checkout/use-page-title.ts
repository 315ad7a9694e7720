'use client';

import { useEffect } from 'react';

/** The title of the tab, once it is known what the page is about. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
