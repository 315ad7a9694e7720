import { pluralize } from '@/components/ui/money';

/** What a custom field's deletion does, in numbers. */
export function deletionEffects({ products, slug }: { products: number; slug: string }): string {
  const asked =
    products === 0
      ? 'No product asks for it.'
      : `Removes it from ${pluralize(products, 'product')}: checkouts no longer ask for it.`;
  return `${asked} Answers already given stay with their orders. The slug ${slug} can be used again. This can’t be undone.`;
}
