'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AdvertisementActions } from '@/components/advertisements/advertisement-actions';
import { ADS, ADS_SNIPPET } from '@/components/advertisements/texts';
import { AdvertisementPreview } from '@/components/entities/advertisement-preview';
import { advertisementStatus } from '@/components/entities/advertisement-status';
import { customerName } from '@/components/entities/customer-name';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';
import { CodeBlock } from '@/components/ui/code-block';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import { countAdvertisements, listAdvertisements } from '@/lib/resources/advertisements/contract';
import type { AdvertisementCampaign } from '@/lib/resources/advertisements/schema';
import type { Benefit } from '@/lib/resources/benefits/schema';

type AdsBenefit = Extract<Benefit, { type: 'ads' }>;

/** The campaigns of an ads benefit, those that wait for the seller apart, and how to show them on a page. */
export function Advertisements({ benefit }: { benefit: AdsBenefit }) {
  return (
    <>
      <Campaigns benefitId={benefit.id} />
      <Snippet benefit={benefit} />
    </>
  );
}

function Campaigns({ benefitId }: { benefitId: string }) {
  const [isWaiting, setWaiting] = useState(false);
  const [page, setPage] = useState(1);
  const counts = useQuery(query(countAdvertisements, { query: { benefit_id: benefitId } }));
  const waiting = counts.data?.items.find(({ value }) => value === 'pending')?.count ?? 0;
  const campaigns = useQuery({
    ...query(listAdvertisements, {
      query: { benefit_id: benefitId, page, ...(isWaiting && { status: ['pending'] }) },
    }),
    placeholderData: keepPreviousData,
  });
  const choose = (to: boolean) => {
    setWaiting(to);
    setPage(1);
  };
  const pages = campaigns.data?.pagination.max_page ?? 0;
  return (
    <Section title={ADS.title}>
      <fieldset aria-label={ADS.filter} className="flex gap-4">
        <Choice isChosen={!isWaiting} onChoose={() => choose(false)}>
          {ADS.all}
        </Choice>
        <Choice isChosen={isWaiting} onChoose={() => choose(true)}>
          {ADS.waiting(waiting)}
        </Choice>
      </fieldset>
      {campaigns.error && (
        <ErrorState
          what={ADS.noun.many}
          error={campaigns.error}
          retrying={campaigns.isFetching}
          onRetry={() => void campaigns.refetch()}
        />
      )}
      {campaigns.isPending && (
        <div aria-busy>
          <LoadingNote label={ADS.noun.many} />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {campaigns.data && (
        <Rows page={campaigns.data} none={isWaiting ? ADS.noneWaiting : ADS.none} />
      )}
      <Pager page={page} pages={pages} onPage={setPage} />
    </Section>
  );
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'flex min-h-8 items-center border-b-2 coarse:min-h-11',
        isChosen ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}

function Rows({
  page: { items, dimensions },
  none,
}: {
  page: { items: AdvertisementCampaign[]; dimensions: number[] };
  none: string;
}) {
  const [width = 0, height = 0] = dimensions;
  if (items.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul aria-label={ADS.title} className="flex flex-col border-t border-line">
      {items.map((campaign) => (
        <Campaign key={campaign.id} campaign={campaign} size={[width, height]} />
      ))}
    </ul>
  );
}

function Campaign({
  campaign,
  size,
}: {
  campaign: AdvertisementCampaign;
  size: readonly [width: number, height: number];
}) {
  const { customer, status, pending, note, is_granted, is_served, views, clicks } = campaign;
  const hasApproved = campaign.text !== '';
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          {customer ? (
            <EntityLink section="customers" id={customer.id}>
              {customerName(customer)}
            </EntityLink>
          ) : (
            <span className="text-muted">{ADS.ofDeletedCustomer}</span>
          )}
        </span>
        <Badge status={advertisementStatus(status, 'seller')} />
      </div>
      {!is_granted && <p className="text-warn">{ADS.revoked}</p>}
      {!pending && !hasApproved && <p className="text-muted">{ADS.notFilledIn}</p>}
      <div className="flex flex-wrap gap-6">
        {pending && <Version title={ADS.new} version={pending} size={size} />}
        {hasApproved && (
          <Version title={is_served ? ADS.shown : ADS.notShown} version={campaign} size={size} />
        )}
      </div>
      {note && (
        <div className="wrap-anywhere">
          <p className="text-xs text-muted">{ADS.yourNote}</p>
          <p className="whitespace-pre-line">{note}</p>
        </div>
      )}
      {hasApproved && (
        <p className="text-sm text-muted">
          {ADS.views(views)} · {ADS.clicks(clicks)}
        </p>
      )}
      <AdvertisementActions campaign={campaign} />
    </li>
  );
}

function Version({
  title,
  version,
  size,
}: {
  title: string;
  version: AdvertisementCampaign | NonNullable<AdvertisementCampaign['pending']>;
  size: readonly [width: number, height: number];
}) {
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1">
      <p className="text-xs text-muted">{title}</p>
      <AdvertisementPreview version={version} size={size} />
    </div>
  );
}

/** A frame has room for the picture and two lines of text. */
const TEXT_HEIGHT = 64;

function Snippet({ benefit: { id, properties } }: { benefit: AdsBenefit }) {
  const address = `${window.location.origin}/ads/${id}`;
  const { image_width, image_height } = properties;
  return (
    <Section title={ADS_SNIPPET.title}>
      <p className="text-muted">{ADS_SNIPPET.text}</p>
      <CodeBlock
        code={ADS_SNIPPET.code(`${address}.html`, image_width, image_height + TEXT_HEIGHT)}
        label={ADS_SNIPPET.copy}
      />
      <p className="text-muted">{ADS_SNIPPET.feed}</p>
      <CodeBlock code={`${address}.json`} label={ADS_SNIPPET.copyFeed} />
    </Section>
  );
}
