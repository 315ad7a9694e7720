/** The position of a cell in the two lines of a row on small screens. */
export const MOBILE_CELLS = {
  title: 'max-md:truncate max-md:font-medium',
  end: 'max-md:order-2 max-md:text-right',
  sub: 'max-md:order-3 max-md:truncate max-md:text-muted',
  'sub-end': 'max-md:order-4 max-md:col-start-2 max-md:text-right max-md:text-muted',
  none: 'max-md:hidden',
} as const;

/** A row: two lines of two cells on small screens. Its rules end with its text. */
export const ROW = 'max-md:two-line-row md:inset-rules';

/** A cell on wide screens. */
export const WIDE_CELL = 'md:h-10 md:truncate md:border-b md:border-line md:px-3';
