'use client';

import { useRouter } from 'next/navigation';
import type { Selection } from '@/components/data-table/selection';
import type { TableModel } from '@/components/data-table/table-model';
import { LIST } from '@/components/data-table/texts';
import { useShortcuts } from '@/components/ui/shortcuts';
import { showToast } from '@/components/ui/toast';

/**
 * The keys of a list's rows: `j` and `k` go along them; of the row that has the focus `x` selects it, with
 * Shift all up to it, `c` copies its id, `e` opens its form, `.` goes to what can be done with it.
 */
export function useRowShortcuts<Row extends { id: string }>({
  table,
  selection,
  focusRow,
  editHref,
}: {
  table: TableModel<Row>;
  selection: Selection<Row> | undefined;
  focusRow: (by: 1 | -1) => void;
  editHref: ((row: Row) => string) | undefined;
}): void {
  const router = useRouter();
  const focused = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return table.rows.find((row) => row.id === id);
  };
  const onRow = (act: (row: Row) => void) => () => {
    const row = focused();
    if (row) act(row);
  };
  useShortcuts({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    x: selection && onRow((row) => selection.toggle(row)),
    X: selection && onRow((row) => selection.toggle(row, { range: true })),
    c: onRow(async ({ id }) => {
      await navigator.clipboard.writeText(id);
      showToast(LIST.idCopied);
    }),
    e: editHref && onRow((row) => router.push(editHref(row))),
    '.':
      selection &&
      (() => {
        const row = focused();
        if (row && !selection.rows.has(row.id)) selection.toggle(row);
        // The bar is there once the selection is shown.
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('[data-bulk-action]')?.focus(),
        );
      }),
  });
}
