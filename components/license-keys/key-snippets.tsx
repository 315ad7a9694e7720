'use client';

import { SNIPPETS } from '@/components/license-keys/texts';
import { LANGUAGES, snippetOf } from '@/components/purchase/license-key-snippet';
import { CodeBlock } from '@/components/ui/code-block';
import { Section } from '@/components/ui/section';
import { Tabs } from '@/components/ui/tabs';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** Code that asks about the key; shown with its last characters, copied with the whole key. */
export function KeySnippets({
  licenseKey,
  isRevealed,
}: {
  licenseKey: LicenseKey;
  isRevealed: boolean;
}) {
  const { key, display_key, limit_activations } = licenseKey;
  const shown = { ...licenseKey, key: isRevealed ? key : display_key };
  const { origin } = window.location;
  return (
    <Section title={limit_activations !== null ? SNIPPETS.activate : SNIPPETS.validate}>
      <Tabs
        label={SNIPPETS.language}
        tabs={LANGUAGES.map(({ id, label }) => ({
          id,
          label,
          content: (
            <CodeBlock
              code={snippetOf(id, shown, origin)}
              copied={() => snippetOf(id, licenseKey, origin)}
              label={SNIPPETS.copy(label)}
            />
          ),
        }))}
      />
      <p className="text-xs text-muted">{SNIPPETS.help}</p>
    </Section>
  );
}
