'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useRef } from 'react';
import { KEY_BOX } from '@/components/license-keys/texts';
import { REVEALED_SECONDS } from '@/components/license-keys/use-reveal';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** The key: its last characters until it is revealed; the copy button always copies all of it. */
export function KeyBox({
  licenseKey: { key, display_key },
  isRevealed,
  onToggle,
}: {
  licenseKey: LicenseKey;
  isRevealed: boolean;
  onToggle: () => void;
}) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3">
        <code ref={shown} className="min-w-0 font-mono text-base wrap-anywhere">
          {isRevealed ? key : display_key}
        </code>
        <span className="flex items-center gap-2">
          <Button icon={isRevealed ? EyeOff : Eye} aria-pressed={isRevealed} onClick={onToggle}>
            {isRevealed ? KEY_BOX.hide : KEY_BOX.reveal}
          </Button>
          <CopyButton
            value={key}
            label={KEY_BOX.copyLabel}
            text={KEY_BOX.copy}
            {...(isRevealed ? { target: shown } : {})}
          />
        </span>
      </div>
      <p role="status" className="min-h-4 text-xs text-muted">
        {isRevealed ? KEY_BOX.hidesAfter(REVEALED_SECONDS) : KEY_BOX.copiesAll}
      </p>
    </div>
  );
}
