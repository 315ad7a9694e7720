'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { MOBILE_CELLS, ROW, WIDE_CELL } from '@/components/data-table/row-classes';
import { SelectBox } from '@/components/data-table/select-box';
import type { Selection } from '@/components/data-table/selection';
import type { TableModel } from '@/components/data-table/table-model';
import { SELECTION } from '@/components/data-table/texts';
import { classes } from '@/components/ui/classes';

/** The rows; with `href` each links to its page. */
export function TableRows<Row extends { id: string }>({
  table,
  selection,
  isSelecting,
  isStale,
  href,
  onLeave,
}: {
  table: TableModel<Row>;
  selection: Selection<Row> | undefined;
  /** Small screens show the check boxes. */
  isSelecting: boolean;
  isStale: boolean;
  href: ((row: Row) => string) | undefined;
  /** A row's page is about to open. */
  onLeave: (id: string) => void;
}) {
  const router = useRouter();

  /** A click anywhere on the row opens it; with the middle button or a modifier key in a new tab. */
  function open(event: MouseEvent<HTMLElement>, target: string, id: string) {
    if (event.defaultPrevented || (event.type === 'auxclick' && event.button !== 1)) return;
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('a,button,input,label,[role="tooltip"]')) return;
    if (window.getSelection()?.toString()) return;
    onLeave(id);
    if (event.metaKey || event.ctrlKey || event.button === 1)
      window.open(target, '_blank', 'noopener');
    else router.push(target);
  }

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as in DataTable
    <tbody role="rowgroup" className="max-md:block">
      {table.rows.map((row) => {
        const target = href?.(row);
        const isSelected = selection?.rows.has(row.id) ?? false;
        const press =
          target === undefined
            ? undefined
            : (event: MouseEvent<HTMLElement>) => open(event, target, row.id);
        return (
          <tr
            key={row.id}
            role="row"
            data-row={row.id}
            className={classes(
              'group relative',
              ROW,
              isSelected
                ? '[--row:var(--selected)] max-md:bg-selected'
                : isStale
                  ? 'transition-colors delay-100 [--row:var(--sunken)] *:transition-colors *:delay-100 max-md:bg-sunken'
                  : '[--row:var(--background)] hover:[--row:var(--sunken)] has-[a:focus-visible]:[--row:var(--selected)]',
              press && 'cursor-pointer',
            )}
            onClick={press}
            onAuxClick={press}
          >
            {table.columns.map(({ id, align, mobile, cell }, index) => {
              const content = cell(row);
              return (
                <td
                  key={id}
                  role="cell"
                  className={classes(
                    WIDE_CELL,
                    'md:bg-(--row) md:first:sticky md:first:left-0 md:first:z-[5] md:group-last:border-b-0',
                    align === 'end' && 'text-right',
                    MOBILE_CELLS[index === 0 ? 'title' : (mobile ?? 'none')],
                  )}
                >
                  {index === 0 && selection && (
                    <SelectBox
                      label={SELECTION.row}
                      checked={isSelected}
                      className={isSelecting ? '' : 'max-md:hidden'}
                      onToggle={(range) => selection.toggle(row, { range })}
                    />
                  )}
                  {index === 0 && target !== undefined ? (
                    <Link
                      data-row-link
                      prefetch={false}
                      href={target}
                      onClick={() => onLeave(row.id)}
                      className={classes(
                        'inline-block truncate align-bottom font-medium text-ink underline decoration-transparent group-hover:decoration-current',
                        // What the check box beside it leaves.
                        selection ? 'max-w-[calc(100%-2rem)]' : 'max-w-full',
                      )}
                    >
                      {content}
                    </Link>
                  ) : (
                    content
                  )}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: as in DataTable
  );
}
