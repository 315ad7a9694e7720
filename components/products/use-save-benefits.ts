import { useState } from 'react';
import { useCommand } from '@/lib/client/queries';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/** Sets the ordered benefits of a product that was just saved, where they differ. */
export function useSaveBenefits() {
  const command = useCommand(updateProductBenefits);
  const [pending, setPending] = useState(false);
  async function save(product: Product, wanted: readonly string[]): Promise<void> {
    const held = product.benefits.map(({ id }) => id);
    if (held.join() === wanted.join()) return;
    setPending(true);
    try {
      await command.mutateAsync({ params: { id: product.id }, body: { benefits: [...wanted] } });
    } finally {
      setPending(false);
    }
  }
  return { save, pending };
}
