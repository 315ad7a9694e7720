'use client';

import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { EntityLabel } from '@/components/entity-picker/entity-label';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { ENTITY_FIELD } from '@/components/entity-picker/texts';
import { useSelectedEntity } from '@/components/entity-picker/use-entity-search';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { classes } from '@/components/ui/classes';
import { Field } from '@/components/ui/field';
import { CONTROL } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { capitalized } from '@/lib/contract/formats';

/** A form field that holds the id of an entity, picked from a searchable list. */
export function EntityField<V extends FieldValues, Item extends { id: string }>({
  form,
  name,
  entity,
  label,
  help,
  optional = false,
  emptyLabel,
  filters,
  emptyText,
  onPick,
}: {
  form: ContractForm<V>;
  name: FieldPath<V>;
  entity: SearchableEntity<Item>;
  label: string;
  help?: ReactNode;
  optional?: boolean | 'unmarked';
  /** The label of "no selection"; without it one has to be selected. Sent as `null`. */
  emptyLabel?: string;
  /** Further filters of the list operation. */
  filters?: object;
  emptyText?: string;
  onPick?: (item: Item | null) => void;
}) {
  const { field, error: problem } = useField(form, name, {
    label,
    show: (value) => (
      <EntityName entity={entity} id={value as string | null} emptyLabel={emptyLabel} />
    ),
  });
  // The text that the list opens with; null while it is closed.
  const [opening, setOpening] = useState<string | null>(null);
  const id = (field.value as string | null | undefined) || null;
  const { item, error, cache } = useSelectedEntity(entity, id);

  function openByTyping(event: KeyboardEvent) {
    const isText = event.key.length === 1 && event.key !== ' ';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpening('');
    else if (isText && !event.ctrlKey && !event.metaKey && !event.altKey) setOpening(event.key);
    else return;
    event.preventDefault();
  }

  return (
    <Field label={label} help={help} optional={optional} error={problem}>
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
              ref={field.ref}
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
                <EntityLabel description={entity.describe(item)} />
              ) : (
                <span className="min-w-0 flex-1 truncate text-muted">
                  {id === null && (emptyLabel ?? ENTITY_FIELD.chooseA(entity.noun.one))}
                  {id !== null && error && ENTITY_FIELD.couldNotBeLoaded(entity.noun.one)}
                  {id !== null && !error && <Skeleton className="inline-block w-32" />}
                </span>
              )}
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </button>
          }
        >
          <EntityPicker
            entity={entity}
            label={label}
            selectedIds={id === null ? [] : [id]}
            emptyLabel={emptyLabel}
            filters={filters}
            initialText={opening ?? ''}
            emptyText={emptyText}
            onPick={(picked) => {
              if (picked) cache(picked);
              field.onChange(picked?.id ?? null);
              onPick?.(picked);
              setOpening(null);
            }}
          />
        </Popover>
      )}
    </Field>
  );
}

/** The name of an entity by its id. */
function EntityName<Item extends { id: string }>({
  entity,
  id,
  emptyLabel = 'None',
}: {
  entity: SearchableEntity<Item>;
  id: string | null;
  emptyLabel: string | undefined;
}) {
  const { item } = useSelectedEntity(entity, id);
  if (id === null) return emptyLabel;
  return item ? entity.describe(item).name : capitalized(entity.noun.one);
}
