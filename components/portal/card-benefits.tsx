'use client';

import Link from 'next/link';
import { accessTo } from '@/components/hosted-checkout/purchases';
import { CONNECTED, SERVICES } from '@/components/portal/account-form';
import { AdvertisementLink, type Purchase, saysAnew } from '@/components/portal/benefits';
import { Files } from '@/components/portal/downloads';
import { KeyOfGrant } from '@/components/portal/keys';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwnPages, usePortalPath } from '@/components/portal/portal';
import { Rows } from '@/components/portal/rows';
import { BENEFIT, NOUN, WHAT } from '@/components/portal/texts';
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
  const path = usePortalPath();
  const mayChange = useMayChange();
  const { benefit, is_granted, properties } = grant;
  const connection = CONNECTED.find((type) => type === benefit.type);
  if (benefit.type === 'license_keys')
    return <KeyOfGrant grant={grant} product={product} isCompact />;
  if (!is_granted) return null;
  if (benefit.type === 'downloadables') return <Files benefitId={benefit.id} initial={SHOWN} />;
  return (
    <div className="text-sm">
      <p className="font-medium wrap-anywhere">{benefit.description}</p>
      {benefit.type === 'ads' && mayChange ? (
        <AdvertisementLink grant={grant} />
      ) : connection && mayChange ? (
        <Link
          href={path('profile')}
          className="inline-flex items-center text-accent underline decoration-line hover:decoration-current coarse:min-h-11"
        >
          {BENEFIT.connect(SERVICES[connection].label, 'account_id' in properties)}
        </Link>
      ) : (
        !isSaid && (
          <p className="line-clamp-3 whitespace-pre-line text-muted wrap-anywhere">
            <LinkedText text={accessTo(benefit) ?? ''} />
          </p>
        )
      )}
    </div>
  );
}
