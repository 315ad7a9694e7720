'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { firstStepsOf } from '@/components/organizations/home-queries';
import { CHECKLIST } from '@/components/organizations/texts';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { Skeleton } from '@/components/ui/skeleton';
import { describeRequest } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import { curlOf } from '@/lib/client/snippets';
import type { AnyOperation, ContractInput } from '@/lib/contract/contract';
import { listCheckouts } from '@/lib/resources/checkouts/operations';
import { createProduct, listProducts } from '@/lib/resources/products/contract';
import { createToken, listTokens } from '@/lib/resources/tokens/contract';

/** The first three things a new seller does, until all are done. */
export function Checklist({
  isAlone = false,
}: {
  /** The page has little else to show: the steps are there while they are counted. */
  isAlone?: boolean;
}) {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const whyNot = useWhyNot();
  const asked = firstStepsOf(id);
  const counts = {
    products: useCount(listProducts, asked.products),
    checkouts: useCount(listCheckouts, asked.checkouts),
    tokens: useCount(listTokens, asked.tokens),
  };
  const known = Object.values(counts).filter((count) => count !== undefined);
  const all = Object.keys(counts).length;
  const done = known.filter((count) => count > 0).length;
  if (done === all || (known.length < all && !isAlone)) return null;
  const { product, checkout, token } = CHECKLIST;
  // The page's one filled button is that of the first step to do.
  const next = Object.values(counts).indexOf(0);
  const variantOf = (step: number) => (isAlone && step === next ? 'primary' : 'secondary');
  return (
    <Section
      title={CHECKLIST.title}
      aside={<span className="text-muted">{CHECKLIST.progress(done, all)}</span>}
    >
      <ol className="-mt-3 flex flex-col">
        <Item number={1} title={product.title} text={product.text} count={counts.products}>
          <LinkButton
            variant={variantOf(0)}
            href={path('products/new')}
            blockedBy={whyNot(createProduct)}
          >
            {product.action}
          </LinkButton>
        </Item>
        <Item number={2} title={checkout.title} text={checkout.text} count={counts.checkouts}>
          <LinkButton variant={variantOf(1)} href={path('checkouts/new')}>
            {checkout.action}
          </LinkButton>
        </Item>
        <Item number={3} title={token.title} text={token.text} count={counts.tokens}>
          <LinkButton
            variant={variantOf(2)}
            href={path('settings/tokens')}
            blockedBy={whyNot(createToken)}
          >
            {token.action}
          </LinkButton>
          <CopyButton
            value={() =>
              curlOf(describeRequest(listProducts, { query: { organization_id: [id] } }))
            }
            label={token.copy}
            text={token.copy}
          />
        </Item>
      </ol>
    </Section>
  );
}

function useCount<C extends AnyOperation>(
  operation: C,
  input: ContractInput<C>,
): number | undefined {
  const { data } = useQuery(query(operation, input));
  return (data as { pagination: { total_count: number } } | undefined)?.pagination.total_count;
}

/** A step, until it is done. */
function Item({
  number,
  title,
  text,
  count,
  children,
}: {
  number: number;
  title: string;
  text: string;
  count: number | undefined;
  children: ReactNode;
}) {
  if (count !== undefined && count > 0) return null;
  return (
    <li className="flex gap-4 border-b border-line py-4 last:border-b-0">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-xs font-medium text-muted"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <h3 className="flex h-6 items-center gap-2 text-base font-semibold">
          {title}
          {count === undefined && <Skeleton className="w-10" />}
        </h3>
        <p className="text-muted">{text}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2">{children}</div>
      </div>
    </li>
  );
}
