'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceLabel, priceListLabel } from '@/components/entities/price-labels';
import { openCheckouts } from '@/components/products/open-checkouts';
import { type PriceDraft, removedPrices } from '@/components/products/product-values';
import { PRICE_CHANGES } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { totalOf } from '@/lib/client/totals';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

/** What becomes of the stored prices that the form changes or leaves out, and of who was to pay them. */
export function PriceChanges({ product, prices }: { product: Product; prices: PriceDraft[] }) {
  // Prices that were just saved are not reported as removed.
  const [first] = useState(() => product.prices.map(({ id }) => id));
  const gone = removedPrices(prices, product.prices).filter(({ id }) => first.includes(id));
  return (
    <div role="status" className="flex flex-col gap-1 text-xs text-warn empty:hidden">
      {gone.map((price) => (
        <p key={price.id}>
          {prices.some(({ id }) => id === price.id)
            ? PRICE_CHANGES.replaces
            : PRICE_CHANGES.removes}{' '}
          {priceLabel(price)}.{price.type === 'recurring' && ` ${PRICE_CHANGES.keepOldPrice}`}
        </p>
      ))}
      {gone.length > 0 && !product.is_archived && <EndingCheckouts product={product} gone={gone} />}
    </div>
  );
}

/** How many open checkouts use removed prices, and so can no longer be paid. */
function EndingCheckouts({ product, gone }: { product: Product; gone: readonly ProductPrice[] }) {
  const { id: organization } = useOrganization();
  const { data, isError } = useQuery(
    totalOf(listCheckouts, openCheckouts(organization, product.id, gone)),
  );
  const count = data ?? (isError ? null : 0);
  return count !== 0 && <p>{endingCheckouts(count, gone, { when: PRICE_CHANGES.onceSaved })}</p>;
}

/** What the buyers of checkouts that have ended are told; null where their number is not known. */
export function endedOffer(count: number | null): string {
  return PRICE_CHANGES.toldThatTheOffer(
    count === 1 ? PRICE_CHANGES.itsBuyer : PRICE_CHANGES.theirBuyers,
  );
}

/**
 * "3 open checkouts at $8.00 / month can no longer be paid once this is saved."; `count` is null where it could
 * not be loaded.
 */
export function endingCheckouts(
  count: number | null,
  prices: readonly ProductPrice[],
  { when = '' } = {},
): string {
  const who = count === null ? PRICE_CHANGES.openCheckouts : PRICE_CHANGES.openCheckoutsOf(count);
  return PRICE_CHANGES.atCanNoLonger(who, priceListLabel(prices), when);
}
