'use client';

import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Findable } from '@/components/entity-picker/findable';
import { SearchList } from '@/components/entity-picker/search-list';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';

/** Adds objects of the organization one by one, found by typing. */
export function AddObject<Item extends { id: string }>({
  label,
  of,
  there,
  none,
  onPick,
}: {
  /** "Add a benefit" */
  label: string;
  of: Findable<Item>;
  /** Ids that are there already. */
  there: readonly string[];
  /** Said where there is none to add. */
  none: string;
  onPick: (item: Item) => void;
}) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <Button ref={trigger} size="small" icon={Plus}>
          {label}
        </Button>
      }
    >
      <SearchList
        of={of}
        label={label}
        chosen={[]}
        without={there}
        none={none}
        onPick={(item) => {
          if (item) onPick(item);
          trigger.current?.focus();
          setOpen(false);
        }}
      />
    </Popover>
  );
}
