'use client';

import { useQuery } from '@tanstack/react-query';
import { DiscountActions } from '@/components/discounts/discount-actions';
import { discountState } from '@/components/discounts/discount-state';
import { DiscountUses } from '@/components/discounts/discount-uses';
import { DETAIL, durationLabel, LIST, redeemedOf, termsLabel } from '@/components/discounts/texts';
import { MetadataForm } from '@/components/form/metadata-form';
import { discountLabel } from '@/components/purchase/discount-terms';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { DetailPage } from '@/components/shell/page';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { Time, useNow } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import type { Discount } from '@/lib/resources/discounts/schema';

export function DiscountPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const discount = useQuery(query(getDiscount, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('discounts') }]}
      current={discount.data?.name ?? shortId(id)}
    >
      <QueryBoundary query={discount} what={DETAIL.what}>
        {(found) => <DiscountDetail discount={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function DiscountDetail({ discount }: { discount: Discount }) {
  const now = useNow();
  return (
    <>
      <DetailHeader
        title={discount.name}
        status={discountState(discount, now)}
        subtitle={
          <>
            <span>{termsLabel(discountLabel(discount), durationLabel(discount))}</span>
            <IdChip id={discount.id} />
          </>
        }
        actions={<DiscountActions discount={discount} />}
      />
      {discount.code === null && <p className="-mt-2 text-muted">{DETAIL.noCode}</p>}
      <DetailColumns
        main={<DiscountUses discountId={discount.id} />}
        side={
          <>
            <DiscountFacts discount={discount} />
            <Section title={DETAIL.metadata}>
              <MetadataForm object={discount} update={updateDiscount} read={getDiscount} />
            </Section>
          </>
        }
      />
      <JsonView value={discount} />
    </>
  );
}

function DiscountFacts({ discount }: { discount: Discount }) {
  const { code, starts_at, ends_at, products, created_at, modified_at } = discount;
  return (
    <Section title={DETAIL.discount}>
      <Facts
        facts={[
          [
            LIST.code,
            code === null ? (
              LIST.noCode
            ) : (
              <span key="code" className="font-mono text-xs break-all">
                {code}
              </span>
            ),
          ],
          [LIST.off, discountLabel(discount)],
          [LIST.duration, durationLabel(discount)],
          [LIST.redeemed, redeemedOf(discount)],
          [
            DETAIL.starts,
            <Time key="starts" value={starts_at} show="datetime" empty={DETAIL.now} />,
          ],
          [DETAIL.ends, <Time key="ends" value={ends_at} show="datetime" empty={DETAIL.never} />],
          [
            DETAIL.products,
            products.length === 0 ? (
              DETAIL.allProducts
            ) : (
              <span key="products" className="flex flex-col">
                {products.map(({ id, name }) => (
                  <EntityLink key={id} section="products" id={id}>
                    {name}
                  </EntityLink>
                ))}
              </span>
            ),
          ],
          [LIST.created, <Time key="created" value={created_at} show="datetime" />],
          modified_at !== null && [
            LIST.updated,
            <Time key="modified" value={modified_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
