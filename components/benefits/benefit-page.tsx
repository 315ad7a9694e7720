'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lookOf } from '@/components/benefit-types/look/looks';
import { sellerTypeOf } from '@/components/benefit-types/seller/seller-types';
import { BenefitFacts } from '@/components/benefits/benefit-facts';
import { BenefitMenu } from '@/components/benefits/benefit-menu';
import { Grants, useGrants } from '@/components/benefits/grants';
import { BENEFIT } from '@/components/benefits/presentation';
import { DETAIL } from '@/components/benefits/texts';
import { useWhyNot } from '@/components/form/rights';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { DetailColumns, DetailHeader, DetailSkeleton, PrimaryAction } from '@/components/ui/detail';
import { ErrorState } from '@/components/ui/error-state';
import { IdChip } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { query } from '@/lib/client/queries';
import { getBenefit, updateBenefit } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';
import { listProducts } from '@/lib/resources/products/contract';

export function BenefitPage({ id }: { id: string }) {
  return (
    <ObjectPage of={BENEFIT} read={getBenefit} id={id}>
      {(benefit) => <BenefitDetail benefit={benefit} />}
    </ObjectPage>
  );
}

function BenefitDetail({ benefit }: { benefit: Benefit }) {
  const path = useOrganizationPath();
  const { grants } = useGrants(benefit.id);
  const products = useProducts(benefit.id);
  const whyNot = useWhyNot();
  const { Notice, Main } = sellerTypeOf(benefit);
  // On a phone the facts are below the grants, whose height is not known before.
  if (grants.isPending || products.isPending) return <DetailSkeleton label={BENEFIT.words.this} />;
  return (
    <>
      <DetailHeader
        title={benefit.description}
        subtitle={
          <>
            <span>{lookOf(benefit).label}</span>
            <IdChip id={benefit.id} />
          </>
        }
        actions={
          <>
            <PrimaryAction>
              <LinkButton
                variant="primary"
                icon={Pencil}
                href={path(`benefits/${benefit.id}/edit`)}
                blockedBy={whyNot(updateBenefit)}
              >
                {BENEFIT.words.editing}
              </LinkButton>
            </PrimaryAction>
            <BenefitMenu benefit={benefit} />
          </>
        }
      />
      {Notice && <Notice benefit={benefit} />}
      <DetailColumns
        main={
          <>
            {Main && <Main benefit={benefit} />}
            <Grants benefitId={benefit.id} />
          </>
        }
        side={
          <>
            <BenefitFacts benefit={benefit} />
            <Products benefitId={benefit.id} />
          </>
        }
      />
      <ObjectRecord value={benefit} />
    </>
  );
}

const SHOWN = 5;

function useProducts(benefitId: string) {
  const { id } = useOrganization();
  return useQuery(
    query(listProducts, {
      query: { organization_id: [id], benefit_id: [benefitId], limit: SHOWN },
    }),
  );
}

/** The products that have the benefit. */
function Products({ benefitId }: { benefitId: string }) {
  const path = useOrganizationPath();
  const products = useProducts(benefitId);
  const total = products.data?.pagination.total_count ?? 0;
  return (
    <Section
      title={BENEFIT.labels.products}
      aside={
        total > SHOWN && (
          <TextLink href={path(`products?benefit_id=${benefitId}`)}>
            {DETAIL.allProducts(total)}
          </TextLink>
        )
      }
    >
      {products.error && (
        <ErrorState
          what="products"
          error={products.error}
          retrying={products.isFetching}
          onRetry={() => void products.refetch()}
        />
      )}
      {products.data && total === 0 && <p className="text-muted">{DETAIL.noProducts}</p>}
      {total > 0 && (
        <ul className="-mt-2 flex flex-col">
          {products.data?.items.map((product) => (
            <li
              key={product.id}
              className="border-b border-line py-2 wrap-anywhere last:border-b-0"
            >
              <EntityLink section="products" id={product.id}>
                {product.name}
              </EntityLink>
              {product.is_archived && <span className="text-muted"> · {DETAIL.archived}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
