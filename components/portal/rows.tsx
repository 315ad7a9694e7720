import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { OwnPages } from '@/components/portal/portal';
import { ROWS } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { ErrorNote } from '@/components/ui/error-state';

/** The loaded rows of a list, how many there are, and the way to more: those take the focus from its button. */
export function Rows<Row extends { id: string }>({
  of: {
    data: rows = [],
    total,
    isPaged,
    isFirstPage,
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  },
  noun,
  initial = Number.POSITIVE_INFINITY,
  className,
  rowClassName,
  children,
}: {
  of: OwnPages<Row>;
  /** How many of the loaded rows are shown at first; all where it is left out. */
  initial?: number | undefined;
  /** `orders` */
  noun: string;
  className?: string;
  rowClassName?: string;
  children: (row: Row) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [firstAdded, setFirstAdded] = useState<number | null>(null);
  const shown = rows.slice(0, firstAdded === null && isFirstPage ? initial : undefined);
  const isFolded = shown.length < rows.length;
  const takeFocus = useCallback((row: HTMLLIElement | null) => {
    // With the last rows the button is gone, and the focus with it. A focus that was moved since stays.
    const focused = document.activeElement;
    if (focused === button.current || focused === document.body) row?.focus();
  }, []);
  return (
    <>
      <ul className={classes('flex flex-col', className)}>
        {shown.map((row, index) => (
          <li
            key={row.id}
            className={classes(rowClassName, 'outline-accent focus-visible:outline-2')}
            {...(index === firstAdded && { ref: takeFocus, tabIndex: -1 })}
          >
            {children(row)}
          </li>
        ))}
      </ul>
      {isFetchNextPageError && !isFetchingNextPage && <ErrorNote error={error} />}
      {(isPaged || total > initial) && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 coarse:min-h-11">
          {(isFolded || hasNextPage) && (
            <Button
              ref={button}
              pending={isFetchingNextPage}
              onClick={() => {
                setFirstAdded(shown.length);
                if (!isFolded) void fetchNextPage();
              }}
            >
              {ROWS.more(noun)}
            </Button>
          )}
          <p role="status" className="text-sm text-muted">
            {ROWS.shown(shown.length, total)}
          </p>
        </div>
      )}
    </>
  );
}

/** A payment: its name and what it was paid with on the left, status and amount on the right. */
export const ROW =
  'grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 lg:grid-cols-[minmax(0,1fr)_33rem_9rem_6rem]';

/** Day, invoice, and card: below the name, where there is room a column each beside it. */
export const ROW_DETAILS =
  'col-start-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted lg:col-start-2 lg:grid lg:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)]';

/** The amount is on the line of the name, the status where there is room before it and otherwise below. */
export const ROW_AMOUNT = 'text-right max-lg:col-start-2 max-lg:row-start-1 lg:col-start-4';
export const ROW_STATUS = 'flex max-lg:justify-self-end lg:col-start-3 lg:row-start-1';

/** A row above a hairline, the last one too: one alone stands between two lines. */
export const LINED = 'border-b border-line';
