import type { Column } from '@/components/data-table/columns';
import { classes } from '@/components/ui/classes';

/** The position of a cell in the two lines of a row on small screens. */
const MOBILE_CELLS = {
  title: 'max-md:order-1 max-md:font-medium',
  end: 'max-md:order-2 max-md:text-right',
  sub: 'max-md:order-3 max-md:truncate max-md:text-muted',
  'sub-end': 'max-md:order-4 max-md:text-right max-md:text-muted',
  none: 'max-md:hidden',
} as const;

/** The classes of a cell on small screens, by the index of its column: the first is the title. */
export function mobileCell(
  { mobile, wraps }: Pick<Column<unknown>, 'mobile' | 'wraps'>,
  index: number,
): string {
  if (index > 0) return MOBILE_CELLS[mobile ?? 'none'];
  return classes(MOBILE_CELLS.title, wraps ? 'max-md:wrap-anywhere' : 'max-md:truncate');
}

/** A row: two lines of two cells on small screens. Its rules end with its text. */
export const ROW =
  'max-md:grid max-md:min-h-14 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:inset-rule max-md:px-3 max-md:py-2 max-md:last:border-b-0 md:inset-rules';

/** A cell on wide screens. */
export const WIDE_CELL = 'md:h-10 md:truncate md:border-b md:border-line md:px-3';
