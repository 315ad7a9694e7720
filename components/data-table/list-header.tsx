'use client';

import { createContext, type ReactNode, use } from 'react';

interface ListHeading {
  title: string;
  /** The main action. */
  actions: ReactNode;
  /** A way elsewhere. */
  aside: ReactNode;
  /** What is to be known before the rows. */
  notice: ReactNode;
}

/** What `ListPage` gives the header of its list. */
export const ListHeadingContext = createContext<ListHeading | null>(null);

/** The title of a list's page, and beside it what arranges the list and the main action. */
export function ListHeader({
  isFirstRun = false,
  children,
}: {
  /** What the empty list says holds the actions. */
  isFirstRun?: boolean;
  children?: ReactNode;
}) {
  const heading = use(ListHeadingContext);
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 max-md:contents">
        <div className="flex min-w-0 flex-wrap md:flex-1 items-center justify-between gap-2">
          {heading && (
            <h1 className="text-xl leading-8 font-semibold tracking-tight">{heading.title}</h1>
          )}
          <div className="no-print ml-auto flex items-center gap-2">
            {children}
            {!isFirstRun && heading?.aside}
          </div>
        </div>
        {!isFirstRun && heading?.actions && (
          <div className="no-print flex flex-wrap items-center gap-2 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:order-1 max-md:-mx-4 max-md:-mb-3 max-md:border-t max-md:border-line max-md:bg-background max-md:px-4 max-md:py-2 max-md:*:flex-1">
            {heading.actions}
          </div>
        )}
      </div>
      {heading?.notice}
    </>
  );
}
