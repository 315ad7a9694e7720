'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import type { DiscountValues } from '@/components/discounts/discount-values';
import { PRODUCTS } from '@/components/entities/searchable-products';
import { AddEntity } from '@/components/entity-picker/add-entity';
import { useSelectedEntity } from '@/components/entity-picker/use-selected-entity';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { IconButton } from '@/components/ui/button';
import { FieldGroup } from '@/components/ui/field';
import { capitalized } from '@/lib/contract/formats';

/** While its name loads, or where it could not be loaded. */
const PRODUCT = capitalized(PRODUCTS.noun.one);

/** The products that a discount is for; none means all. */
export function ProductsField({
  form,
  name,
  label,
  known,
}: {
  form: ContractForm<DiscountValues>;
  name: 'products';
  label: string;
  /** The products that the discount has. */
  known: readonly { id: string; name: string }[];
}) {
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])));
  const { field, error } = useField(form, name, {
    label,
    show: (ids) => (ids as string[]).map((id) => names.get(id) ?? PRODUCT).join(', '),
  });
  const chosen: string[] = field.value;
  return (
    <FieldGroup label={label} help="Applies to all products unless you add some." error={error}>
      {chosen.length > 0 && (
        <ul aria-label="Products of the discount" className="border-t border-line">
          {chosen.map((id) => (
            <ProductRow
              key={id}
              id={id}
              name={names.get(id)}
              onRemove={() => field.onChange(chosen.filter((other) => other !== id))}
            />
          ))}
        </ul>
      )}
      <div>
        <AddEntity
          label="Add a product"
          entity={PRODUCTS}
          presentIds={chosen}
          emptyText="No other products."
          onPick={({ id, name }) => {
            setNames(new Map([...names, [id, name]]));
            field.onChange([...chosen, id]);
          }}
        />
      </div>
    </FieldGroup>
  );
}

/** A product of the list; one that somebody else has added is loaded for its name. */
function ProductRow({
  id,
  name,
  onRemove,
}: {
  id: string;
  name: string | undefined;
  onRemove: () => void;
}) {
  const { item } = useSelectedEntity(PRODUCTS, name === undefined ? id : null);
  const shown = name ?? item?.name ?? PRODUCT;
  return (
    <li className="flex min-h-10 items-center justify-between gap-2 border-b border-line">
      <span className="min-w-0 wrap-anywhere">{shown}</span>
      <IconButton label={`Remove ${shown}`} icon={X} onClick={onRemove} />
    </li>
  );
}
