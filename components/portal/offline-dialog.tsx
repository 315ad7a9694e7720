'use client';

import { Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type FormEvent, useRef, useState } from 'react';
import { useReload } from '@/components/portal/portal';
import { OFFLINE } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { ChooseFiles } from '@/components/ui/choose-files';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { UI } from '@/components/ui/texts';
import { formatDate, useTimeZone } from '@/components/ui/time';
import { ApiFailure } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { activateLicenseKey } from '@/lib/resources/license-keys/operations';
import type { LicenseKeyWithActivations } from '@/lib/resources/license-keys/schema';
import { leaseLicenseKey } from '@/lib/resources/license-leases/operations';
import {
  fingerprintOf,
  MAX_REQUEST_LENGTH,
  MAX_TTL_SECONDS,
} from '@/lib/resources/license-leases/rules';
import type { LicenseKeyLease } from '@/lib/resources/license-leases/schema';

const LeaseCode = dynamic(() =>
  import('@/components/portal/lease-code').then(({ LeaseCode }) => LeaseCode),
);

interface Props {
  licenseKey: LicenseKeyWithActivations;
  onClose: () => void;
}

/**
 * Makes a lease from the request of a machine that has no connection, to be carried there as text, file or QR code
 * (docs/contract/leases.md#machines-without-a-connection).
 */
export function OfflineDialog({ licenseKey, onClose }: Props) {
  const [lease, setLease] = useState<LicenseKeyLease | null>(null);
  const { display_key } = licenseKey;
  return lease ? (
    <Dialog key="lease" open onOpenChange={onClose} title={OFFLINE.done}>
      <Lease lease={lease} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog
      key="request"
      open
      onOpenChange={onClose}
      title={OFFLINE.title(display_key)}
      description={OFFLINE.text}
    >
      <RequestForm licenseKey={licenseKey} onClose={onClose} onLease={setLease} />
    </Dialog>
  );
}

function RequestForm({
  licenseKey,
  onClose,
  onLease,
}: Props & { onLease: (lease: LicenseKeyLease) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [request, setRequest] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const lease = useMachineLease(licenseKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lease.isPending) return;
    const fingerprint = fingerprintOf(request);
    setIsWrong(fingerprint === null);
    if (fingerprint === null) field.current?.focus();
    else void lease.make(fingerprint).then((made) => made && onLease(made));
  };
  const change = (text: string) => {
    setRequest(text);
    setIsWrong(false);
  };
  const choose = async (files: FileList | null) => {
    const file = files?.[0];
    // What is too large is no request, so it is not read whole.
    if (file) change(await file.slice(0, 4 * MAX_REQUEST_LENGTH + 1).text());
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={OFFLINE.request} error={isWrong ? OFFLINE.noRequest : undefined}>
        {(aria) => (
          <Textarea
            {...aria}
            ref={field}
            value={request}
            onChange={({ target }) => change(target.value)}
            spellCheck={false}
            autoComplete="off"
            className="max-h-40 font-mono wrap-anywhere"
          />
        )}
      </Field>
      <ChooseFiles
        label={OFFLINE.file}
        multiple={false}
        className="self-start"
        onFiles={(files) => void choose(files)}
      >
        {OFFLINE.file}
      </ChooseFiles>
      {lease.error && <Refusal error={lease.error} />}
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button type="submit" variant="primary" pending={lease.isPending}>
          {OFFLINE.create}
        </Button>
      </DialogActions>
    </form>
  );
}

function Refusal({ error }: { error: Error }) {
  const isFull = codeOf(error) === 'ACTIVATION_LIMIT_REACHED';
  return <ErrorNote error={error} title={isFull ? OFFLINE.limitReached : OFFLINE.failed} />;
}

function codeOf(error: unknown): unknown {
  return error instanceof ApiFailure ? error.body.code : undefined;
}

/**
 * Leases a key for a machine, by the activation that it has already or by a new one, labeled with the fingerprint, where
 * the key counts activations.
 */
function useMachineLease(licenseKey: LicenseKeyWithActivations) {
  const { organization_id, key, limit_activations, activations } = licenseKey;
  const [error, setError] = useState<Error | null>(null);
  const [isPending, setIsPending] = useState(false);
  const activate = useCommand(activateLicenseKey);
  const lease = useCommand(leaseLicenseKey);
  const reload = useReload();

  const leaseFor = (fingerprint: string, activation_id: string | null) => {
    const conditions = { fingerprint };
    const body = { organization_id, key, activation_id, conditions, ttl_seconds: MAX_TTL_SECONDS };
    return lease.mutateAsync({ body });
  };

  async function leaseOf(fingerprint: string): Promise<LicenseKeyLease> {
    if (limit_activations === null) return leaseFor(fingerprint, null);
    for (const { id, label } of activations) {
      if (label !== fingerprint) continue;
      try {
        return await leaseFor(fingerprint, id);
      } catch (failure) {
        // Another program gave the same label, or the seller has removed the activation meanwhile.
        const isOther = ['CONDITIONS_MISMATCH', 'ACTIVATION_NOT_FOUND'];
        if (!isOther.includes(String(codeOf(failure)))) throw failure;
      }
    }
    const body = { organization_id, key, label: fingerprint, conditions: { fingerprint } };
    const { id } = await activate.mutateAsync({ body });
    // Shown before the lease is asked for: where that fails, the next try takes the same activation.
    await reload();
    return leaseFor(fingerprint, id);
  }

  async function make(fingerprint: string): Promise<LicenseKeyLease | null> {
    setIsPending(true);
    setError(null);
    try {
      return await leaseOf(fingerprint);
    } catch (failure) {
      setError(failure as Error);
      return null;
    } finally {
      setIsPending(false);
    }
  }

  return { make, error, isPending };
}

function Lease({
  lease: { lease, expires_at },
  onClose,
}: {
  lease: LicenseKeyLease;
  onClose: () => void;
}) {
  const text = useRef<HTMLElement>(null);
  const zone = useTimeZone();
  return (
    <>
      <p>{OFFLINE.until(formatDate(expires_at, zone))}</p>
      <section
        aria-label={OFFLINE.lease}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        tabIndex={0}
        className="max-h-32 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2"
      >
        <code ref={text} className="font-mono text-xs wrap-anywhere">
          {lease}
        </code>
      </section>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={lease} label={OFFLINE.copy} text={OFFLINE.copy} target={text} />
        <a
          href={`data:application/jwt,${lease}`}
          download="license.jwt"
          className={buttonClasses({})}
        >
          <Download aria-hidden className="size-4 shrink-0" />
          {OFFLINE.download}
        </a>
      </div>
      <LeaseCode lease={lease} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {OFFLINE.close}
        </Button>
      </DialogActions>
    </>
  );
}
