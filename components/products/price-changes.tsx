'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceLabel } from '@/components/entities/price-labels';
import { openCheckouts } from '@/components/products/open-checkouts';
import { type PriceDraft, unchangedPrice } from '@/components/products/product-values';
import { useOrganization } from '@/components/session/organization';
import { formatCount, pluralize } from '@/components/ui/money';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

/** What becomes of the stored prices that the form changes or leaves out, and of who was to pay them. */
export function PriceChanges({ product, prices }: { product: Product; prices: PriceDraft[] }) {
  // Prices that were just saved are not reported as removed.
  const [first] = useState(() => product.prices.map(({ id }) => id));
  const kept = prices.map((draft) => unchangedPrice(draft, product.prices)?.id);
  const gone = product.prices.filter(({ id }) => first.includes(id) && !kept.includes(id));
  return (
    <div role="status" className="flex flex-col gap-1 text-xs text-warn empty:hidden">
      {gone.map((price) => (
        <p key={price.id}>
          {prices.some(({ id }) => id === price.id) ? 'Replaces' : 'Removes'} {priceLabel(price)}.
          {price.type === 'recurring' && ' Present subscriptions keep the old price.'}
        </p>
      ))}
      {gone.length > 0 && !product.is_archived && <EndingCheckouts product={product} gone={gone} />}
    </div>
  );
}

const COUNTED = 100;

/** How many open checkouts use removed prices, and so can no longer be paid. */
function EndingCheckouts({ product, gone }: { product: Product; gone: readonly ProductPrice[] }) {
  const { id: organization } = useOrganization();
  const { data, isError } = useQuery({
    ...openCheckouts(organization, product.id, COUNTED),
    staleTime: 0,
  });
  const end = `at ${gone.map(priceLabel).join(' or ')} will be refused once this is saved.`;
  if (!data) return isError && <p>Open checkouts {end}</p>;
  const { items, pagination } = data;
  if (pagination.total_count > COUNTED) {
    return (
      <p>
        Of {formatCount(pagination.total_count)} open checkouts those {end}
      </p>
    );
  }
  // The API counts those of the product, of which some may be of prices that went before.
  const ids = gone.map(({ id }) => id);
  const count = items.filter(({ product_price_id: id }) => ids.includes(id)).length;
  return (
    count > 0 && (
      <p>
        {pluralize(count, 'open checkout')} {end}
      </p>
    )
  );
}
