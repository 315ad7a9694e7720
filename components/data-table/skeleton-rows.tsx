import { MOBILE_CELLS, ROW, WIDE_CELL } from '@/components/data-table/row-classes';
import type { TableModel } from '@/components/data-table/table-model';
import { classes } from '@/components/ui/classes';
import { Skeleton } from '@/components/ui/skeleton';

/** In parts of the column, which they never leave. */
const WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2'];

/** Placeholder rows, laid out as the rows are that replace them. */
export function SkeletonRows<Row extends { id: string }>({
  table,
  count,
  canSelect,
}: {
  table: TableModel<Row>;
  count: number;
  /** Rows have a check box before their name. */
  canSelect: boolean;
}) {
  return (
    <tbody aria-hidden className="max-md:block">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <tr key={line} className={ROW}>
          {table.columns.map(({ id, align, mobile }, index) => (
            <td
              key={id}
              className={classes(
                WIDE_CELL,
                align === 'end' && 'text-right',
                MOBILE_CELLS[index === 0 ? 'title' : (mobile ?? 'none')],
              )}
            >
              <span
                className={classes(
                  'flex h-5 items-center max-md:min-w-16',
                  align === 'end' && 'justify-end',
                  mobile?.endsWith('end') && 'max-md:justify-end',
                )}
              >
                {index === 0 && canSelect && (
                  <Skeleton className="mr-2 size-4 shrink-0 max-md:hidden" />
                )}
                <Skeleton className={`h-3.5 ${WIDTHS[(line + index) % WIDTHS.length]}`} />
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
