'use client';

import { type LucideIcon, RotateCw, WifiOff, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { buyerTypeOf } from '@/components/benefit-types/buyer/buyer-types';
import { devicesInUse } from '@/components/hosted-checkout/confirmation-texts';
import { KeyValue, LicenseKeyPanel } from '@/components/hosted-checkout/license-key-panel';
import { Loading } from '@/components/portal/loading';
import {
  type OwnPages,
  useMayChange,
  useOwn,
  useOwnCommand,
  useOwnPages,
} from '@/components/portal/portal';
import { Rows } from '@/components/portal/rows';
import { HOME, KEYS, NOUN, OFFLINE, REPLACE, WHAT } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { formatDate, formatDateTime, useNow, useTimeZone } from '@/components/ui/time';
import { dismissToasts, showToast } from '@/components/ui/toast';
import type { CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import { isWeak } from '@/lib/resources/key-pools/rules';
import {
  deactivateLicenseKey,
  getCustomerLicenseKey,
  listCustomerLicenseKeys,
} from '@/lib/resources/license-keys/operations';
import type { LicenseKeyWithActivations } from '@/lib/resources/license-keys/schema';

const RotateDialog = dynamic(() =>
  import('@/components/portal/rotate-dialog').then(({ RotateDialog }) => RotateDialog),
);
const OfflineDialog = dynamic(() =>
  import('@/components/portal/offline-dialog').then(({ OfflineDialog }) => OfflineDialog),
);

/** License keys, revoked ones too, with the devices that use them. */
export function Keys({
  grants,
  title,
}: {
  grants: OwnPages<CustomerBenefitGrant>;
  title: (grant: CustomerBenefitGrant) => ReactNode;
}) {
  return (
    <Section title={HOME.keys} className="gap-6!">
      <Rows of={grants} noun={NOUN.keys} className="gap-6">
        {(grant) => (
          <div className="flex flex-col gap-3">
            {title(grant)}
            <KeyOfGrant grant={grant} />
          </div>
        )}
      </Rows>
    </Section>
  );
}

/** Keys that other customers have bought. */
export function TransferredKeys() {
  const keys = useOwnPages(listCustomerLicenseKeys, { is_transferred: true });
  if (keys.total === 0) return null;
  return (
    <Section title={HOME.transferred} className="gap-6!">
      <Rows of={keys} noun={NOUN.keys} className="gap-6">
        {({ id }) => (
          <Key
            id={id}
            mayFree={false}
            mayRotate={false}
            hasSnippets={false}
            product={undefined}
            isCompact
          />
        )}
      </Rows>
    </Section>
  );
}

/** The key that a grant gave. `isCompact` with its devices folded and without what programs ask. */
export function KeyOfGrant({
  grant,
  product,
  isCompact = false,
}: {
  grant: CustomerBenefitGrant;
  /** Names the key where the page shows those of several products. */
  product?: string;
  isCompact?: boolean;
}) {
  const key = buyerTypeOf(grant.benefit).keyOf?.(grant.benefit, grant.properties);
  if (!key && grant.status === 'pending') {
    return <p className="text-sm text-muted">{product ? KEYS.comingOf(product) : KEYS.coming}</p>;
  }
  if (!key) return null;
  return (
    <Key
      id={key.id}
      mayFree={key.mayFreeDevices}
      mayRotate={key.mayRotate}
      hasSnippets={key.hasSnippets}
      product={product}
      isCompact={isCompact}
    />
  );
}

function Key({
  id,
  mayFree,
  mayRotate,
  hasSnippets,
  product,
  isCompact,
}: {
  id: string;
  mayFree: boolean;
  mayRotate: boolean;
  hasSnippets: boolean;
  product: string | undefined;
  isCompact: boolean;
}) {
  const key = useOwn(getCustomerLicenseKey, { params: { id } });
  const devicesOf = (licenseKey: LicenseKeyWithActivations) => (
    <Activations
      licenseKey={licenseKey}
      mayFree={mayFree && !isWeak(licenseKey.key)}
      isFolded={isCompact}
    />
  );
  return (
    <Loading of={key} what={WHAT.key}>
      {(licenseKey) => (
        <div className={isCompact ? 'flex flex-col gap-1.5' : 'flex flex-col gap-3'}>
          <State licenseKey={licenseKey} />
          {licenseKey.status === 'revoked' ? (
            <>
              <p className="font-mono text-sm text-muted">{licenseKey.display_key}</p>
              {devicesOf(licenseKey)}
            </>
          ) : isCompact ? (
            <>
              <KeyValue licenseKey={licenseKey} product={product} />
              {devicesOf(licenseKey)}
            </>
          ) : (
            <LicenseKeyPanel
              licenseKey={licenseKey}
              origin={window.location.origin}
              hasSnippets={hasSnippets}
              devices={devicesOf(licenseKey)}
            />
          )}
          <Actions licenseKey={licenseKey} mayRotate={mayRotate} />
        </div>
      )}
    </Loading>
  );
}

/** What is done with a key that works. Leases are made by the bare key, by which one that is easily guessed is not known. */
function Actions({
  licenseKey,
  mayRotate,
}: {
  licenseKey: LicenseKeyWithActivations;
  mayRotate: boolean;
}) {
  const [opened, setOpened] = useState<'offline' | 'rotate' | null>(null);
  const mayChange = useMayChange();
  const zone = useTimeZone();
  const { key, status, expires_at, former_value } = licenseKey;
  const now = useNow();
  if (status !== 'granted' || (expires_at !== null && Date.parse(expires_at) <= now)) return null;
  const close = () => setOpened(null);
  const button = (kind: NonNullable<typeof opened>, icon: LucideIcon, label: string) => (
    <Button
      variant="ghost"
      icon={icon}
      onClick={() => {
        dismissToasts();
        setOpened(kind);
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {former_value && (
        <p className="text-sm text-muted">
          {REPLACE.old(former_value.display_key, formatDateTime(former_value.valid_until, zone))}
        </p>
      )}
      <div className="-ml-3 flex flex-wrap">
        {mayRotate && mayChange && button('rotate', RotateCw, REPLACE.open)}
        {!isWeak(key) && button('offline', WifiOff, OFFLINE.open)}
      </div>
      {opened === 'rotate' && <RotateDialog licenseKey={licenseKey} onClose={close} />}
      {opened === 'offline' && <OfflineDialog licenseKey={licenseKey} onClose={close} />}
    </>
  );
}

/** Why a key does not work; nothing for one that does. */
function State({ licenseKey: { status, expires_at } }: { licenseKey: LicenseKeyWithActivations }) {
  const now = useNow();
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now;
  const words =
    status === 'revoked'
      ? KEYS.revoked
      : status === 'disabled'
        ? KEYS.disabled
        : isExpired && KEYS.expired;
  return words ? <p className="text-sm text-warn">{words}</p> : null;
}

function Activations({
  licenseKey,
  mayFree,
  isFolded,
}: {
  licenseKey: LicenseKeyWithActivations;
  mayFree: boolean;
  isFolded: boolean;
}) {
  const zone = useTimeZone();
  const [freed, setFreed] = useState<{ id: string; label: string } | null>(null);
  const deactivate = useOwnCommand(deactivateLicenseKey);
  const { activations, limit_activations, organization_id, key } = licenseKey;
  const count = devicesInUse(activations.length, limit_activations);
  if (activations.length === 0) {
    return limit_activations === null ? null : <p className="text-sm text-muted">{count}</p>;
  }
  const list = (
    <>
      <ul className="flex flex-col">
        {activations.map(({ id, label, created_at }) => (
          <li
            key={id}
            className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {label}
              <span className="text-sm text-muted">, {formatDate(created_at, zone)}</span>
            </span>
            {mayFree && (
              <Button
                variant="ghost"
                icon={X}
                className="-mr-3"
                aria-label={KEYS.freeDevice(label)}
                onClick={() => {
                  dismissToasts();
                  setFreed({ id, label });
                }}
              >
                {KEYS.free}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={freed !== null}
        onOpenChange={() => setFreed(null)}
        title={KEYS.freeDevice(freed?.label ?? '')}
        verb={KEYS.free}
        effects={KEYS.freeText(freed?.label ?? '')}
        onConfirm={async () => {
          const body = { organization_id, key, activation_id: freed?.id ?? '' };
          await deactivate.mutateAsync({ body });
          showToast(KEYS.freed);
        }}
      />
    </>
  );
  return isFolded ? (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer list-none rounded-control py-1 text-muted hover:text-ink coarse:py-3">
        {count} ·{' '}
        <span className="text-accent underline decoration-line">{KEYS.manage(mayFree)}</span>
      </summary>
      {list}
    </details>
  ) : (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{count}</p>
      {list}
    </div>
  );
}
