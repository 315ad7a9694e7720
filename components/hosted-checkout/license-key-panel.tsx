'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import {
  ACTIVATE,
  COPY,
  COPY_KEY,
  COPY_SNIPPET,
  FOR_DEVELOPERS,
  keyOf,
  LANGUAGE,
  VALIDATE,
  validUntil,
} from '@/components/hosted-checkout/confirmation-texts';
import { LANGUAGES, type Language, snippetOf } from '@/components/purchase/license-key-snippet';
import { classes } from '@/components/ui/classes';
import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { useTimeZone } from '@/components/ui/time';
import { dateFormat } from '@/lib/contract/formats';
import { isWeak } from '@/lib/resources/key-pools/rules';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/**
 * A key as a whole, until when it works, and how a program asks about it, unless no program can
 * (docs/contract/license-keys.md#weak-keys). `devices` tells which use it.
 */
export function LicenseKeyPanel({
  licenseKey,
  origin,
  hasSnippets,
  devices,
}: {
  licenseKey: LicenseKey;
  origin: string;
  hasSnippets: boolean;
  devices: ReactNode;
}) {
  const { expires_at } = licenseKey;
  const date = dateFormat({ dateStyle: 'long', timeZone: useTimeZone() });
  return (
    <div className="flex flex-col gap-3">
      <KeyValue licenseKey={licenseKey} />
      {expires_at && <p className="text-sm text-muted">{validUntil(date(expires_at))}</p>}
      {devices}
      {hasSnippets && !isWeak(licenseKey.key) && (
        <Snippets licenseKey={licenseKey} origin={origin} />
      )}
    </div>
  );
}

/** A key as a whole, to be copied. */
export function KeyValue({
  licenseKey: { key },
  product,
}: {
  licenseKey: LicenseKey;
  /** Names it among those of other products. */
  product?: string | undefined;
}) {
  const field = useRef<HTMLElement>(null);
  return (
    <div className="flex max-w-[36rem] items-stretch gap-2">
      {product && <span className="sr-only">{keyOf(product)}</span>}
      <code
        ref={field}
        className="min-h-8 min-w-0 flex-1 rounded-control border border-line bg-sunken px-3 py-1 font-mono text-sm wrap-anywhere coarse:py-2.5"
      >
        {key}
      </code>
      <CopyButton value={key} label={COPY_KEY} text={COPY} target={field} className="shrink-0" />
    </div>
  );
}

function Snippets({ licenseKey, origin }: { licenseKey: LicenseKey; origin: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  const name = useId();
  const code = useRef<HTMLPreElement>(null);
  const snippet = snippetOf(language, licenseKey, origin);
  return (
    <Disclosure
      label={FOR_DEVELOPERS}
      className="no-print"
      labelClass="py-1 text-sm text-muted hover:text-ink"
    >
      <div className="flex flex-col gap-2 pt-2">
        <p className="text-sm font-medium">
          {licenseKey.limit_activations === null ? VALIDATE : ACTIVATE}
        </p>
        <div className="flex items-center justify-between gap-3">
          <fieldset className="flex gap-4">
            <legend className="sr-only">{LANGUAGE}</legend>
            {LANGUAGES.map(({ id, label }) => (
              <label
                key={id}
                className={classes(
                  'flex min-h-8 cursor-pointer items-center border-b-2 text-sm coarse:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  language === id ? 'border-accent text-ink' : 'border-transparent text-muted',
                )}
              >
                <input
                  type="radio"
                  name={name}
                  value={id}
                  checked={language === id}
                  onChange={() => setLanguage(id)}
                  className="sr-only"
                />
                {label}
              </label>
            ))}
          </fieldset>
          <CopyButton value={snippet} label={COPY_SNIPPET} target={code} />
        </div>
        <pre
          ref={code}
          className="rounded-control border border-line bg-sunken p-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
        >
          {snippet}
        </pre>
      </div>
    </Disclosure>
  );
}
