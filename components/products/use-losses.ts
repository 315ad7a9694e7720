import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openCheckouts } from '@/components/products/open-checkouts';
import { type ProductValues, removedPrices } from '@/components/products/product-values';
import { useOrganization } from '@/components/session/organization';
import { fetchTotal, totalOrNull } from '@/lib/client/totals';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

/** What buyers lose when an edited product is saved. */
export interface Losses {
  benefits: readonly Product['benefits'][number][];
  prices: readonly ProductPrice[];
  /** Open checkouts at these prices; null where they could not be counted. */
  checkouts: number | null;
}

/** Finds what saving the form takes away from buyers. */
export function useLosses(product: Product) {
  const client = useQueryClient();
  const { id: organization } = useOrganization();
  const [pending, setPending] = useState(false);

  /** Null where nobody loses anything. */
  async function find(values: ProductValues): Promise<Losses | null> {
    const benefits = product.benefits.filter(({ id }) => !values.benefits.includes(id));
    const prices = product.is_archived ? [] : removedPrices(values.prices, product.prices);
    setPending(true);
    const checkouts = prices.length
      ? await totalOrNull(
          fetchTotal(client, listCheckouts, openCheckouts(organization, product.id, prices)),
        )
      : 0;
    setPending(false);
    return benefits.length > 0 || checkouts !== 0 ? { benefits, prices, checkouts } : null;
  }

  return { find, pending };
}
