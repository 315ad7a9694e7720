import { SlidersHorizontal } from 'lucide-react';
import type { DisplayFieldsProps } from '@/components/data-table/display-fields';
import type { TableModel } from '@/components/data-table/table-model';
import { TOOLBAR } from '@/components/data-table/texts';
import { Button } from '@/components/ui/button';
import { loadable } from '@/components/ui/loadable';
import { Popover } from '@/components/ui/popover';

// Loaded once what opens them is pointed at.
export const DisplayFields = loadable<DisplayFieldsProps>(
  () => import('@/components/data-table/display-fields').then((code) => code.DisplayFields),
  <div className="h-16 md:h-96" />,
);

/** The order and the columns of a list, on wide screens. */
export function DisplayOptions<Row>({
  table,
  ...fields
}: Omit<DisplayFieldsProps, 'choices'> & { table: TableModel<Row> }) {
  return (
    <Popover
      label={TOOLBAR.display}
      align="end"
      trigger={
        <Button
          icon={SlidersHorizontal}
          className="max-md:hidden"
          onPointerEnter={DisplayFields.preload}
          onFocus={DisplayFields.preload}
        >
          {TOOLBAR.display}
        </Button>
      }
    >
      <DisplayFields
        {...fields}
        choices={table.choices.map(({ column, ...choice }) => ({
          ...choice,
          id: column.id,
          label: column.header,
          show: (isVisible) => table.show(column, isVisible),
        }))}
      />
    </Popover>
  );
}
