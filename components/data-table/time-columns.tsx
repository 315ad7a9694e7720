import type { Column } from '@/components/data-table/columns';
import { Time } from '@/components/ui/time';

type Given = Pick<Column<unknown>, 'width' | 'hidden'>;

export const CREATED = 'Created';
export const UPDATED = 'Updated';

/** When a row was created: sorted by the newest first, on small screens at the end of the second line. */
export function createdColumn({
  show,
  ...column
}: Given & {
  /** With the time of day. */
  show?: 'minute';
}): Column<{ created_at: string }> {
  return {
    id: 'created',
    header: CREATED,
    sort: 'created_at',
    sortFirst: 'desc',
    ...(column.hidden ? {} : { mobile: 'sub-end' }),
    cell: ({ created_at }) => (
      <Time value={created_at} focusable={false} {...(show ? { show } : {})} />
    ),
    ...column,
  };
}

/** When a row was last changed; hidden until the seller shows it. */
export function updatedColumn(
  column: Pick<Given, 'width'> = {},
): Column<{ modified_at: string | null }> {
  return {
    id: 'modified',
    header: UPDATED,
    hidden: true,
    cell: ({ modified_at }) => <Time value={modified_at} focusable={false} />,
    ...column,
  };
}
