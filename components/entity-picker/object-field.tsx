'use client';

import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Findable } from '@/components/entity-picker/findable';
import { SearchList } from '@/components/entity-picker/search-list';
import { useChosen } from '@/components/entity-picker/use-finder';
import { WordLines } from '@/components/entity-picker/word-lines';
import type { ContractForm } from '@/components/form/use-contract-form';
import { classes } from '@/components/ui/classes';
import { Field } from '@/components/ui/field';
import { shortId } from '@/components/ui/id-chip';
import { CONTROL } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';

/** One object of the organization, by its id, found by typing. */
export function ObjectField<V extends FieldValues, Item extends { id: string }>({
  form,
  name,
  of,
  label,
  help,
  optional = false,
  emptyLabel,
  narrow,
  none,
  onPick,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
  of: Findable<Item>;
  label: string;
  help?: ReactNode;
  optional?: boolean | 'said';
  /** What no choice means; with it none may be chosen, sent as `null`. */
  emptyLabel?: string;
  /** Further filters of what is offered. */
  narrow?: object;
  none?: string;
  onPick?: (item: Item | null) => void;
}) {
  const { field, fieldState } = useController({ name, control: form.control });
  // The text that the list opens with; null while it is closed.
  const [opening, setOpening] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = (field.value as string | null | undefined) || null;
  const { item, error, remember } = useChosen(of, id);

  function openByTyping(event: KeyboardEvent) {
    const isText = event.key.length === 1 && event.key !== ' ';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpening('');
    else if (isText && !event.ctrlKey && !event.metaKey && !event.altKey) setOpening(event.key);
    else return;
    event.preventDefault();
  }

  return (
    <Field label={label} help={help} optional={optional} error={fieldState.error?.message}>
      {(aria) => (
        <Popover
          open={opening !== null}
          onOpenChange={(open) => {
            setOpening(open ? '' : null);
            if (!open) field.onBlur();
          }}
          label={label}
          width="trigger"
          trigger={
            <button
              {...aria}
              ref={(button) => {
                field.ref(button);
                trigger.current = button;
              }}
              type="button"
              role="combobox"
              aria-expanded={opening !== null}
              className={classes(
                CONTROL,
                'flex min-h-8 items-center gap-2 px-2.5 py-1 text-left coarse:min-h-11',
              )}
              onKeyDown={openByTyping}
            >
              {item ? (
                <WordLines words={of.words(item)} />
              ) : (
                <span className="min-w-0 flex-1 truncate text-muted">
                  {id === null && (emptyLabel ?? `Choose a ${of.noun.one}`)}
                  {id !== null && error && `${shortId(id)}, which could not be loaded`}
                  {id !== null && !error && <Skeleton className="inline-block w-32" />}
                </span>
              )}
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </button>
          }
        >
          <SearchList
            of={of}
            label={label}
            chosen={id === null ? [] : [id]}
            emptyLabel={emptyLabel}
            narrow={narrow}
            initialText={opening ?? ''}
            none={none}
            onPick={(picked) => {
              if (picked) remember(picked);
              field.onChange(picked?.id ?? null);
              onPick?.(picked);
              trigger.current?.focus();
              setOpening(null);
            }}
          />
        </Popover>
      )}
    </Field>
  );
}
