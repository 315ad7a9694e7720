'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { RELATED_LIST } from '@/components/entities/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { ErrorState } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import type { ApiFailure } from '@/lib/client/client';

/** How many rows a page of another object shows of its related ones. */
export const RELATED = 5;

/** A related object in one line. */
export interface RelatedRow {
  title: ReactNode;
  /** What it is about, beside the title. */
  detail?: ReactNode;
  status?: ReactNode;
  /** Or another figure. */
  amount?: ReactNode;
  at: string;
}

/** Name, status, amount and time of a row: the same columns in every list of a page. */
export const ROW =
  'grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2 max-sm:min-h-14 sm:grid-cols-[minmax(0,1fr)_minmax(0,8.5rem)_7.5rem_8rem]';
/** Their places in the two lines that a row has on a small screen. */
export const CELL = {
  status: 'min-w-0 max-sm:order-2 sm:col-start-2',
  amount: 'truncate text-right max-sm:order-1 sm:col-start-3',
  time: 'text-right text-muted max-sm:order-3 sm:col-start-4',
};

/**
 * The newest objects that belong to the page's object, each a link to its page, and the way to the list of
 * all of them.
 */
export function RelatedList<Item extends { id: string }>({
  title,
  rows,
  section,
  filter,
  empty,
  row,
}: {
  title: string;
  /** At most {@link RELATED} of them, and how many there are. */
  rows: UseQueryResult<{ items: Item[]; pagination: { total_count: number } }, ApiFailure>;
  /** `orders` */
  section: string;
  /** The query of the list that shows all: `customer_id=…`. */
  filter: string;
  /** Shown where there are none. */
  empty: string;
  row: (item: Item) => RelatedRow;
}) {
  const path = useOrganizationPath();
  const { data, error, isFetching, refetch } = rows;
  const total = data?.pagination.total_count ?? 0;
  const what = title.toLowerCase();
  return (
    <Section
      title={title}
      aside={
        total > RELATED && (
          <TextLink href={path(`${section}?${filter}`)} aria-label={RELATED_LIST.all(what)}>
            {RELATED_LIST.count(total)}
          </TextLink>
        )
      }
    >
      {!data && error && (
        <ErrorState
          what={what}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div aria-busy className="grows -mt-3">
          <LoadingNote label={what} />
          <div className={ROW}>
            <Skeleton className="w-40" />
            <Skeleton className="w-20" />
          </div>
        </div>
      )}
      {data && total === 0 && <p className="text-muted">{empty}</p>}
      {data && total > 0 && (
        <ul className="-mt-3 flex flex-col">
          {data.items.map((item) => {
            const { title: name, detail, status, amount, at } = row(item);
            return (
              <li key={item.id}>
                <Link
                  href={path(`${section}/${item.id}`)}
                  prefetch={false}
                  className={`${ROW} hover:bg-sunken`}
                >
                  <span className="truncate">
                    <span className="font-medium">{name}</span>
                    {detail && <span className="ml-2 text-muted">{detail}</span>}
                  </span>
                  <span className={CELL.status}>{status}</span>
                  <span className={CELL.amount}>{amount}</span>
                  <span className={CELL.time}>
                    <Time value={at} focusable={false} />
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
