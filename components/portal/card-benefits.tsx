'use client';

import { buyerTypeOf } from '@/components/benefit-types/buyer/buyer-types';
import { AdvertisementLink, type Purchase, saysAnew } from '@/components/portal/benefits';
import { Files } from '@/components/portal/downloads';
import { KeyOfGrant } from '@/components/portal/keys';
import { Loading } from '@/components/portal/loading';
import { OutsideAccess } from '@/components/portal/outside-access';
import { useMayChange, useOwnPages } from '@/components/portal/portal';
import { Rows } from '@/components/portal/rows';
import { NOUN, WHAT } from '@/components/portal/texts';
import { LinkedText } from '@/components/purchase/linked-text';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';

/** How many benefits of a purchase, and files of one, a card shows at first. */
const SHOWN = 3;

/** What a purchase gave, as its card shows it: the key with its devices, files, and how to get the rest. */
export function CardBenefits({ of, product }: { of: Purchase; product: string }) {
  const grants = useOwnPages(listCustomerBenefitGrants, of);
  return (
    <Loading of={grants} what={WHAT.benefits}>
      {(rows) =>
        rows.length > 0 && (
          <Rows
            of={grants}
            noun={NOUN.benefits}
            initial={SHOWN}
            rowClassName="border-t border-line pt-3 empty:hidden"
            className="gap-3"
          >
            {(grant) => (
              <CardBenefit grant={grant} product={product} isSaid={!saysAnew(grant, rows)} />
            )}
          </Rows>
        )
      }
    </Loading>
  );
}

function CardBenefit({
  grant,
  product,
  isSaid,
}: {
  grant: CustomerBenefitGrant;
  product: string;
  /** How to get it stands above. */
  isSaid: boolean;
}) {
  const mayChange = useMayChange();
  const { benefit, is_granted } = grant;
  const { gives, words } = buyerTypeOf(benefit);
  if (gives === 'key') return <KeyOfGrant grant={grant} product={product} isCompact />;
  if (!is_granted) return null;
  if (gives === 'files') return <Files benefitId={benefit.id} initial={SHOWN} />;
  return (
    <div className="text-sm">
      <p className="font-medium wrap-anywhere">{benefit.description}</p>
      {gives === 'advertisement' && mayChange ? (
        <AdvertisementLink grant={grant} />
      ) : gives === 'access' ? (
        <OutsideAccess grant={grant} />
      ) : (
        !isSaid && (
          <p className="line-clamp-3 whitespace-pre-line text-muted wrap-anywhere">
            <LinkedText text={words(benefit) ?? ''} />
          </p>
        )
      )}
    </div>
  );
}
