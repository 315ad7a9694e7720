'use client';

import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { hasSection } from '@/components/shell/entity-link';
import { classes } from '@/components/ui/classes';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import { describeRequest } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import { curlOf } from '@/lib/client/snippets';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listTokens } from '@/lib/resources/tokens/contract';

/** The first three things a new seller does. */
export function Checklist() {
  const { id } = useOrganization();
  const path = useOrganizationPath();
  const one = { query: { organization_id: [id], limit: 1 } };
  const products = useCount(listProducts, one);
  const checkouts = useCount(listCheckouts, one);
  const tokens = useCount(listTokens, { query: { limit: 1 } });
  return (
    <ol className="flex max-w-2xl flex-col border-b border-line">
      <Item number={1} title="Add a product" count={products}>
        What you sell: a name and a price.
        {hasSection('products') && (
          <LinkButton href={path('products/new')} size="small">
            New product
          </LinkButton>
        )}
      </Item>
      <Item number={2} title="Try a checkout" count={checkouts}>
        Pay yourself with a test card; nothing is charged.
        {hasSection('checkouts') && (
          <LinkButton href={path('checkouts/new')} size="small">
            New checkout
          </LinkButton>
        )}
      </Item>
      <Item number={3} title="Create a token" count={tokens}>
        Everything here goes by API as well.
        <LinkButton href={path('settings/tokens')} size="small">
          Create token
        </LinkButton>
        <CopyButton
          value={() => curlOf(describeRequest(listProducts, { query: { organization_id: [id] } }))}
          label="Copy a first call as curl"
          text="Copy a first call as curl"
        />
      </Item>
    </ol>
  );
}

function useCount<C extends AnyContract>(
  operation: C,
  input: ContractInput<C>,
): number | undefined {
  const { data } = useQuery(query(operation, input));
  return (data as { pagination: { total_count: number } } | undefined)?.pagination.total_count;
}

function Item({
  number,
  title,
  count,
  children,
}: {
  number: number;
  title: string;
  count: number | undefined;
  children: ReactNode;
}) {
  const isDone = count !== undefined && count > 0;
  return (
    <li className="flex gap-4 border-t border-line py-4">
      <span
        aria-hidden
        className={classes(
          'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-medium',
          isDone ? 'border-ink bg-ink text-background' : 'border-control text-muted',
        )}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <h2 className="flex h-6 items-center gap-2 text-base font-semibold">
          {title}
          {count === undefined ? (
            <Skeleton className="w-10" />
          ) : (
            isDone && <span className="text-xs font-normal text-muted">Done</span>
          )}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">{children}</div>
      </div>
    </li>
  );
}
