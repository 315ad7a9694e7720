'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';

/** A button that adds entities of the organization one by one. */
export function AddEntity<Item extends { id: string }>({
  label,
  entity,
  presentIds,
  emptyText,
  onPick,
}: {
  /** "Add a benefit" */
  label: string;
  entity: SearchableEntity<Item>;
  /** Ids that were added already; they are not offered. */
  presentIds: readonly string[];
  /** Shown where there is none to add. */
  emptyText: string;
  onPick: (item: Item) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <Button size="small" icon={Plus}>
          {label}
        </Button>
      }
    >
      <EntityPicker
        entity={entity}
        label={label}
        selectedIds={[]}
        excludedIds={presentIds}
        emptyText={emptyText}
        onPick={(item) => {
          if (item) onPick(item);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
