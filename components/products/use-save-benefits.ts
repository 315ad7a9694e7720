import { useState } from 'react';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import type { ApiRequest } from '@/lib/client/snippets';
import { versionOf } from '@/lib/client/versions';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/**
 * Sets the ordered benefits of a product that was just saved, where they differ; refused where the product was changed
 * since, so that a benefit that somebody else has added is not taken from its buyers.
 */
export function useSaveBenefits() {
  const command = useCommand(updateProductBenefits);
  const [pending, setPending] = useState(false);
  async function save(product: Product, wanted: readonly string[]): Promise<void> {
    const input = inputOf(product, wanted);
    if (!input) return;
    setPending(true);
    try {
      await command.mutateAsync(input);
    } finally {
      setPending(false);
    }
  }
  return { save, pending, requests };
}

/** What a save sends. */
function requests(product: Product, wanted: readonly string[]): ApiRequest[] {
  const input = inputOf(product, wanted);
  return input ? [describeRequest(updateProductBenefits, input)] : [];
}

/** Undefined where the product has exactly these benefits. */
function inputOf(product: Product, wanted: readonly string[]) {
  const { id, benefits } = product;
  const isSame = benefits.map((held) => held.id).join() === wanted.join();
  if (isSame) return undefined;
  return { params: { id }, body: { benefits: [...wanted] }, ifMatch: versionOf(product) };
}
