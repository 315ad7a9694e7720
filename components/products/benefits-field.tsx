'use client';

import { Plus } from 'lucide-react';
import { LOOKS } from '@/components/benefit-types/look/looks';
import { BENEFITS } from '@/components/entities/searchable-benefits';
import { AddEntity } from '@/components/entity-picker/add-entity';
import { OrderedList } from '@/components/form/ordered-list';
import { useField } from '@/components/form/use-field';
import type { ProductForm } from '@/components/products/product-values';
import { BENEFITS_FIELD } from '@/components/products/texts';
import { Button } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import type { Benefit } from '@/lib/resources/benefits/schema';
import { MAX_BENEFITS } from '@/lib/resources/products/rules';

/** The benefits of a product in order: chosen from those that are there, or made on the spot. */
export function BenefitsField({
  form,
  itemsById,
  onItem,
  onCreate,
}: {
  form: ProductForm;
  /** The benefits whose words are known here, by id. */
  itemsById: ReadonlyMap<string, Benefit>;
  onItem: (benefit: Benefit) => void;
  onCreate: () => void;
}) {
  const { field, error: problem } = useField(form, 'benefits');
  const chosen: string[] = field.value;
  const items = chosen.flatMap((id) => {
    const benefit = itemsById.get(id);
    return benefit ? [{ id, name: benefit.description, benefit }] : [];
  });
  return (
    <div className="flex flex-col gap-3">
      <OrderedList
        label={BENEFITS_FIELD.benefitsOfTheProduct}
        items={items}
        onChange={field.onChange}
        render={({ benefit }) => <BenefitWords benefit={benefit} />}
      />
      {problem && <FieldError>{problem}</FieldError>}
      {chosen.length >= MAX_BENEFITS ? (
        <p className="text-xs text-muted">{BENEFITS_FIELD.most(MAX_BENEFITS)}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <AddEntity
            label={BENEFITS_FIELD.addABenefit}
            entity={BENEFITS}
            presentIds={chosen}
            emptyText={BENEFITS_FIELD.noBenefitsToAdd}
            onPick={(benefit) => {
              onItem(benefit);
              field.onChange([...chosen, benefit.id]);
            }}
          />
          <Button ref={field.ref} size="small" icon={Plus} onClick={onCreate}>
            {BENEFITS_FIELD.newBenefit}
          </Button>
        </div>
      )}
    </div>
  );
}

function BenefitWords({ benefit: { type, description } }: { benefit: Benefit }) {
  const { icon: Icon, label } = LOOKS[type];
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 wrap-anywhere">{description}</span>
      <span className="shrink-0 text-xs text-muted">{label}</span>
    </>
  );
}
