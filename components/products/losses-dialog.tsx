'use client';

import { useQuery } from '@tanstack/react-query';
import { lookOf } from '@/components/benefit-types/look/looks';
import { endedOffer, endingCheckouts } from '@/components/products/price-changes';
import { LOSSES_DIALOG } from '@/components/products/texts';
import type { Losses } from '@/components/products/use-losses';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { pluralize } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { totalOf } from '@/lib/client/totals';
import { listBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { Product } from '@/lib/resources/products/schema';

type Benefit = Product['benefits'][number];

/** Asks before an edited product is saved, and states what buyers lose by it. */
export function LossesDialog({
  product,
  losses: { benefits, prices, checkouts },
  onClose,
  onConfirm,
}: {
  product: Product;
  losses: Losses;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const [first] = benefits;
  const what = benefits.length === 1 ? first?.description : pluralize(benefits.length, 'benefit');
  const endsCheckouts = checkouts !== 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        endsCheckouts
          ? LOSSES_DIALOG.saveChangesTo(product.name)
          : LOSSES_DIALOG.removeFrom(what ?? '', product.name)
      }
      verb={endsCheckouts ? LOSSES_DIALOG.saveChanges : LOSSES_DIALOG.remove}
      effects={
        <>
          {endsCheckouts && (
            <p>
              {endingCheckouts(checkouts, prices)} {endedOffer(checkouts)}
            </p>
          )}
          <ul className="flex flex-col">
            {benefits.map((benefit) => (
              <li key={benefit.id}>
                <Effect productId={product.id} benefit={benefit} />
              </li>
            ))}
          </ul>
          {benefits.length > 0 && <p>{LOSSES_DIALOG.noRefundsAreMade}</p>}
        </>
      }
      onConfirm={async () => onConfirm()}
    />
  );
}

/** "Quill license: revokes 3 keys now." */
function Effect({ productId, benefit }: { productId: string; benefit: Benefit }) {
  const { id, description } = benefit;
  const { data: count, isError } = useQuery(
    totalOf(listBenefitGrants, {
      params: { id },
      query: { product_id: [productId], is_granted: true },
    }),
  );
  if (count === undefined && !isError) return <Skeleton className="my-0.5 h-4 w-56" />;
  if (count === 0) return LOSSES_DIALOG.noOneHasItYet(description);
  return LOSSES_DIALOG.revokes(description, count ?? null, lookOf(benefit).noun);
}
