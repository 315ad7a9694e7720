'use client';

import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { EntityLabel } from '@/components/entity-picker/entity-label';
import { EntityPicker } from '@/components/entity-picker/entity-picker';
import type { SearchableEntity } from '@/components/entity-picker/searchable-entity';
import { ENTITY_FIELD } from '@/components/entity-picker/texts';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
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
  const id = (field.value as string | null | undefined) || null;
  const { item, error, cache } = useSelectedEntity(entity, id);

  return (
    <Field label={label} help={help} optional={optional} error={problem}>
      {(aria) => (
        <Combobox
          aria={aria}
          ref={field.ref}
          label={label}
          onClose={field.onBlur}
          panel={({ initialText, close }) => (
            <EntityPicker
              entity={entity}
              label={label}
              selectedIds={id === null ? [] : [id]}
              emptyLabel={emptyLabel}
              filters={filters}
              initialText={initialText}
              emptyText={emptyText}
              onPick={(picked) => {
                if (picked) cache(picked);
                field.onChange(picked?.id ?? null);
                onPick?.(picked);
                close();
              }}
            />
          )}
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
        </Combobox>
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
