'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { GRANTS } from '@/components/benefits/texts';
import { useListSearch } from '@/components/data-table/list-search';
import { PageFooter } from '@/components/data-table/page-footer';
import { customerName } from '@/components/entities/customer-name';
import { GrantProblem, grantStatus, grantsPoll } from '@/components/entities/grant-status';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { ErrorState } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import type { ContractInput } from '@/lib/contract/contract';
import { listPageQuery } from '@/lib/contract/search';
import { exportBenefitGrants, listBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';

const STATES = [
  [GRANTS.all, undefined],
  [GRANTS.granted, 'true'],
  [GRANTS.revoked, 'false'],
] as const;

/** The grants of a benefit by the page's address; those of the filter before stay until the next are there. */
export function useGrants(benefitId: string) {
  const search = useListSearch(listBenefitGrants);
  const grants = useQuery({
    ...query(listBenefitGrants, {
      params: { id: benefitId },
      query: listPageQuery(search.search, { routeQuery: {} }),
    } as ContractInput<typeof listBenefitGrants>),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => grantsPoll(state.data?.items),
  });
  return { search, grants };
}

/** Who has a benefit and who had it, newest first; filter and page are in the address. */
export function Grants({ benefitId }: { benefitId: string }) {
  const { search, grants } = useGrants(benefitId);
  const rows = grants.data?.items;
  const state = search.valueOf('is_granted');
  return (
    <Section
      title={GRANTS.title}
      aside={
        <a
          download
          className="text-accent underline decoration-line hover:decoration-current"
          href={exportBenefitGrants.path.replace('{id}', benefitId)}
        >
          {GRANTS.export}
        </a>
      }
    >
      <nav aria-label={GRANTS.filter} className="flex gap-4">
        {STATES.map(([label, value]) => (
          <Link
            key={label}
            href={search.hrefWith({ is_granted: value })}
            scroll={false}
            aria-current={state === value ? 'page' : undefined}
            className={classes(
              'flex min-h-8 items-center border-b-2 coarse:min-h-11',
              state === value
                ? 'border-accent font-medium'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {grants.error && (
        <ErrorState
          what={GRANTS.noun.many}
          error={grants.error}
          retrying={grants.isFetching}
          onRetry={() => void grants.refetch()}
        />
      )}
      {rows?.length === 0 && (
        <p className="text-muted">{search.isFiltered ? GRANTS.noneShown : GRANTS.none}</p>
      )}
      {rows && rows.length > 0 && (
        <>
          <ul aria-label={GRANTS.title} className="flex flex-col border-t border-line">
            {rows.map((grant) => (
              <Grant key={grant.id} grant={grant} />
            ))}
          </ul>
          <PageFooter
            search={search}
            total={grants.isPlaceholderData ? null : (grants.data?.pagination.total_count ?? null)}
            firstNumber={(search.page - 1) * search.limit + 1}
            count={rows.length}
            noun={GRANTS.noun}
          />
        </>
      )}
    </Section>
  );
}

function Grant({ grant }: { grant: BenefitGrant }) {
  const { customer, error, granted_at, revoked_at } = grant;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_10.5rem]">
      <span className="min-w-0 wrap-anywhere">
        {customer ? (
          <span className="flex flex-col">
            <EntityLink section="customers" id={customer.id}>
              {customerName(customer)}
            </EntityLink>
            {customer.name && <span className="text-muted">{customer.email}</span>}
          </span>
        ) : (
          <span className="text-muted">{GRANTS.deletedCustomer}</span>
        )}
      </span>
      <span className="min-w-0 max-sm:row-start-2">
        <Source grant={grant} />
      </span>
      <span className="flex flex-col items-end gap-1 text-muted max-sm:row-span-2">
        <Badge status={grantStatus(grant)} />
        <Time value={revoked_at ?? granted_at} />
      </span>
      {error && (
        <span className="col-span-full">
          <GrantProblem grant={grant} />
        </span>
      )}
    </li>
  );
}

/** The purchase that gave it, and the key that was issued. */
function Source({ grant: { order_id, subscription_id, properties } }: { grant: BenefitGrant }) {
  const source = subscription_id
    ? ({ section: 'subscriptions', id: subscription_id, word: GRANTS.subscription } as const)
    : order_id && ({ section: 'orders', id: order_id, word: GRANTS.order } as const);
  return (
    <span className="flex flex-col">
      {source && (
        <span className="flex min-h-6 items-center">
          <EntityLink section={source.section} id={source.id}>
            {source.word}
          </EntityLink>
        </span>
      )}
      {'license_key_id' in properties && properties.license_key_id && (
        <span className="flex min-h-6 items-center">
          <EntityLink section="license-keys" id={properties.license_key_id}>
            {GRANTS.key} <span className="font-mono text-xs">{properties.display_key}</span>
          </EntityLink>
        </span>
      )}
    </span>
  );
}
