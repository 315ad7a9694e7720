'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { GrantedKey } from '@/components/benefit-types/buyer/buyer-type';
import { buyerTypeOf } from '@/components/benefit-types/buyer/buyer-types';
import {
  DOWNLOADS,
  devicesInUse,
  KEY_COMING,
  keysTitle,
  OVER,
  OVER_UNMAILED,
  SAVE_KEY,
} from '@/components/hosted-checkout/confirmation-texts';
import { LicenseKeyPanel } from '@/components/hosted-checkout/license-key-panel';
import { LinkedText } from '@/components/purchase/linked-text';
import { ErrorState } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/client/queries';
import {
  listCustomerBenefitGrants,
  listDownloadables,
} from '@/lib/resources/benefit-grants/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';
import { getCustomerLicenseKey } from '@/lib/resources/license-keys/operations';

interface PurchasesProps {
  checkout: CheckoutPublic;
  /** Of the customer session that the confirmation answered. */
  token: string;
}

/** What this purchase gave: keys, downloads, and what the seller wrote for his buyers. */
export function Purchases({
  checkout,
  token,
  isMailed,
}: PurchasesProps & {
  /** Mails of the seller reach buyers. */
  isMailed: boolean;
}) {
  const grants = useQuery(
    query(
      listCustomerBenefitGrants,
      { query: { checkout_id: [checkout.id], limit: 100 } },
      { token },
    ),
  );
  if (!grants.data) {
    if (grants.isPending) return <PurchasesSkeleton />;
    if (grants.error.status === 401) {
      return <p className="text-muted">{isMailed ? OVER : OVER_UNMAILED}</p>;
    }
    return (
      <ErrorState
        what="what you bought"
        error={grants.error}
        onRetry={grants.refetch}
        retrying={grants.isFetching}
      />
    );
  }
  const items = grants.data.items.filter(({ is_granted }) => is_granted);
  const keys = items.flatMap(({ benefit, properties }) => {
    return buyerTypeOf(benefit).keyOf?.(benefit, properties) ?? [];
  });
  const isKeyComing = items.some(
    ({ benefit, status }) => buyerTypeOf(benefit).gives === 'key' && status === 'pending',
  );
  const fileBenefits = items.flatMap(({ benefit }) =>
    buyerTypeOf(benefit).gives === 'files' ? [benefit.id] : [],
  );
  // Benefits of which the same is said are named together.
  const others = new Map<string, string[]>();
  for (const { benefit } of items) {
    const words = buyerTypeOf(benefit).words(benefit);
    if (words) others.set(words, [...(others.get(words) ?? []), benefit.description]);
  }
  return (
    <>
      {keys.length > 0 && <Keys bought={keys} checkout={checkout} token={token} />}
      {isKeyComing && (
        <Section title={keysTitle(1)}>
          <p>{KEY_COMING}</p>
        </Section>
      )}
      {fileBenefits.length > 0 && <Downloads benefitIds={fileBenefits} token={token} />}
      {[...others].map(([words, names]) => (
        <Section key={words} title={names.join(', ')}>
          <p className="whitespace-pre-line wrap-anywhere">
            <LinkedText text={words} />
          </p>
        </Section>
      ))}
    </>
  );
}

function Keys({ bought, checkout, token }: PurchasesProps & { bought: readonly GrantedKey[] }) {
  const keys = useQueries({
    queries: bought.map(({ id }) => query(getCustomerLicenseKey, { params: { id } }, { token })),
  });
  const origin = new URL(checkout.url).origin;
  return (
    <Section title={keysTitle(bought.length)} className="gap-5!">
      <p className="-mt-2 text-sm text-muted">{SAVE_KEY}</p>
      {keys.map(({ data, error, refetch, isFetching }, index) => {
        const { id = '', hasSnippets = false } = bought[index] ?? {};
        if (data) {
          return (
            <LicenseKeyPanel
              key={id}
              licenseKey={data}
              origin={origin}
              hasSnippets={hasSnippets}
              devices={
                data.limit_activations !== null && (
                  <p className="text-sm text-muted">
                    {devicesInUse(data.activations.length, data.limit_activations)}
                  </p>
                )
              }
            />
          );
        }
        return error ? (
          <ErrorState
            key={id}
            what="a license key"
            error={error}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <Skeleton key={id} className="h-56 w-full" />
        );
      })}
    </Section>
  );
}

function Downloads({ benefitIds, token }: { benefitIds: string[]; token: string }) {
  const files = useQuery(
    query(listDownloadables, { query: { benefit_id: benefitIds, limit: 100 } }, { token }),
  );
  if (files.data?.items.length === 0) return null;
  return (
    <Section title={DOWNLOADS}>
      {files.error && (
        <ErrorState
          what="your downloads"
          error={files.error}
          onRetry={files.refetch}
          retrying={files.isFetching}
        />
      )}
      {files.isPending && <Skeleton className="h-11 w-full" />}
      <ul className="flex flex-col">
        {files.data?.items.map(({ id, file }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <a
              href={file.download.url}
              download={file.name}
              className="flex min-h-11 items-center gap-3 rounded-control py-2 hover:bg-sunken"
            >
              <Download aria-hidden className="size-4 shrink-0 text-accent" />
              <span className="min-w-0 flex-1 text-accent underline decoration-line wrap-anywhere">
                {file.name}
              </span>
              <span className="shrink-0 text-sm text-muted">{file.size_readable}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PurchasesSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <LoadingNote label="what you bought" />
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-56 w-full" />
    </div>
  );
}
