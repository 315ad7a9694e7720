'use client';

import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { CUSTOM_FIELDS } from '@/components/entities/searchable-custom-fields';
import { AddEntity } from '@/components/entity-picker/add-entity';
import { OrderedList } from '@/components/form/ordered-list';
import { useField } from '@/components/form/use-field';
import type { FieldDraft, ProductForm } from '@/components/products/product-values';
import { CUSTOM_FIELDS_FIELD } from '@/components/products/texts';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** What is asked of a buyer, in order, each required or not. */
export function CustomFieldsField({
  form,
  itemsById,
  onItem,
}: {
  form: ProductForm;
  itemsById: ReadonlyMap<string, CustomField>;
  onItem: (field: CustomField) => void;
}) {
  const { field, error: problem } = useField(form, 'attached_custom_fields');
  const attached: FieldDraft[] = field.value;
  const items = attached.flatMap((draft) => {
    const customField = itemsById.get(draft.custom_field_id);
    return customField
      ? [{ id: draft.custom_field_id, name: customField.name, customField, draft }]
      : [];
  });
  const byId = (id: string) => attached.filter(({ custom_field_id }) => custom_field_id === id);
  return (
    <div className="flex flex-col gap-3">
      <OrderedList
        label={CUSTOM_FIELDS_FIELD.customFieldsOfThe}
        items={items}
        onChange={(ids) => field.onChange(ids.flatMap(byId))}
        render={({ id, customField, draft }) => (
          <>
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
              <span className="wrap-anywhere">{customField.name}</span>
              <span className="text-xs text-muted">{FIELD_TYPES[customField.type]}</span>
            </span>
            <Option
              checked={draft.required}
              aria-label={CUSTOM_FIELDS_FIELD.isRequired(customField.name)}
              onChange={({ target }) =>
                field.onChange(
                  attached.map((other) =>
                    other.custom_field_id === id ? { ...other, required: target.checked } : other,
                  ),
                )
              }
            >
              {CUSTOM_FIELDS_FIELD.required}
            </Option>
          </>
        )}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <div>
        <AddEntity
          label={CUSTOM_FIELDS_FIELD.addACustomField}
          entity={CUSTOM_FIELDS}
          presentIds={attached.map(({ custom_field_id }) => custom_field_id)}
          emptyText={CUSTOM_FIELDS_FIELD.noCustomFieldsYet}
          onPick={(customField) => {
            onItem(customField);
            field.onChange([...attached, { custom_field_id: customField.id, required: false }]);
          }}
        />
      </div>
    </div>
  );
}
