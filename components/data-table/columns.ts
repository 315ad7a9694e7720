import type { ReactNode } from 'react';

/** A column of a list. The first one holds the row's link, stays in sight and cannot be hidden. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's criterion, where the list sorts by it. */
  sort?: string;
  /** The direction of the first click; times and amounts start with the newest and largest. */
  sortFirst?: 'asc' | 'desc';
  align?: 'start' | 'end';
  /**
   * Its width in px on wide screens, kept between pages and filters; where there is room, all columns grow in
   * proportion. By default the first has 220, numbers 110, others 160.
   */
  width?: number;
  /** Hidden until the seller shows it. */
  hidden?: boolean;
  /** Its place in the two lines of a row on small screens; without one it is left out there. */
  mobile?: 'title' | 'end' | 'sub' | 'sub-end';
}
