'use client';

import { snippetsOf } from '@/components/license-keys/snippets';
import { CopyButton } from '@/components/ui/copy-button';
import { Section } from '@/components/ui/detail';
import { Tabs } from '@/components/ui/tabs';
import type { LicenseKey } from '@/lib/license-keys/schema';

/** Code that asks about the key; shown with its last characters, copied with the whole key. */
export function KeySnippets({
  licenseKey,
  isRevealed,
}: {
  licenseKey: LicenseKey;
  isRevealed: boolean;
}) {
  const { key, display_key, organization_id, limit_activations } = licenseKey;
  const canActivate = limit_activations !== null;
  const shown = snippetsOf({ key: isRevealed ? key : display_key, organization_id, canActivate });
  const copied = snippetsOf({ key, organization_id, canActivate });
  return (
    <Section title={canActivate ? 'Activate from an app' : 'Validate from an app'}>
      <Tabs
        label="Language"
        tabs={shown.map(({ id, label, code }, index) => ({
          id,
          label,
          content: (
            <div className="relative">
              <CopyButton
                value={copied[index]?.code ?? code}
                label={`Copy the ${label} code`}
                className="absolute top-2 right-2"
              />
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
              <pre tabIndex={0} className="overflow-x-auto bg-sunken p-3 pr-10 font-mono text-xs">
                {code}
              </pre>
            </div>
          ),
        }))}
      />
      <p className="text-xs text-muted">
        No token is needed: the key is the credential. Copy takes the whole key along.
      </p>
    </Section>
  );
}
