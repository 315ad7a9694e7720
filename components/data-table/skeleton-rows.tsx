import type { TableModel } from '@/components/data-table/table-model';
import { classes } from '@/components/ui/classes';
import { Skeleton } from '@/components/ui/skeleton';

const WIDTHS = ['w-32', 'w-24', 'w-28', 'w-20'];

/** Placeholder rows. */
export function SkeletonRows<Row extends { id: string }>({
  table,
  count,
}: {
  table: TableModel<Row>;
  count: number;
}) {
  return (
    <tbody aria-hidden className="max-md:block">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <tr key={line} className="max-md:block max-md:min-h-14 max-md:border-b max-md:border-line">
          {table.columns.map(({ id, align }, index) => (
            <td
              key={id}
              className={classes(
                'md:h-10 md:border-b md:border-line md:px-3',
                index > 1 ? 'max-md:hidden' : 'max-md:block max-md:pt-3',
              )}
            >
              <Skeleton
                className={classes(
                  WIDTHS[(line + index) % WIDTHS.length],
                  align === 'end' && 'ml-auto',
                )}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
