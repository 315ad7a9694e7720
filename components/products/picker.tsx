'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ListContract } from '@/components/data-table/list-search';
import { useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { Input } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import type { ContractInput } from '@/lib/api/contract';
import { query } from '@/lib/api/queries';

const SHOWN = 50;

/** Adds objects of the organization one by one, found by typing. */
export function Picker<Item extends { id: string }>({
  label,
  operation,
  sorting,
  chosen,
  render,
  none,
  onPick,
}: {
  /** "Add a benefit" */
  label: string;
  operation: ListContract<Item>;
  sorting: string;
  /** Ids that are there already. */
  chosen: readonly string[];
  render: (item: Item) => ReactNode;
  /** Said where there is none to add. */
  none: string;
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
      <Choices
        label={label}
        operation={operation}
        sorting={sorting}
        chosen={chosen}
        render={render}
        none={none}
        onPick={(item) => {
          onPick(item);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function Choices<Item extends { id: string }>({
  label,
  operation,
  sorting,
  chosen,
  render,
  none,
  onPick,
}: Parameters<typeof Picker<Item>>[0]) {
  const { id } = useOrganization();
  const [typed, setTyped] = useState('');
  const searched = useDeferredValue(typed.trim());
  const input = {
    query: {
      organization_id: [id],
      limit: SHOWN,
      sorting: [sorting],
      ...(searched ? { query: searched } : {}),
    },
  };
  const { data, error } = useQuery({
    ...query(operation, input as ContractInput<typeof operation>),
    placeholderData: keepPreviousData,
  });
  const items = ((data?.items ?? []) as Item[]).filter((item) => !chosen.includes(item.id));
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="search"
        aria-label={`${label}: search`}
        placeholder="Search"
        value={typed}
        // Enter belongs to the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && <ErrorNote error={error} />}
      {data && items.length === 0 && (
        <p className="px-2 py-1 text-muted">{searched ? 'Nothing matches.' : none}</p>
      )}
      <ul className="-mx-1 flex max-h-64 flex-col overflow-y-auto">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-sunken coarse:min-h-11"
              onClick={() => onPick(item)}
            >
              {render(item)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
