'use client';

import { ExternalLink, QrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import { detail as texts } from '@/components/checkouts/texts';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PrimaryAction } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** The link of an open checkout, to hand out: copied, as a QR code, opened. */
export function LinkBox({ checkout: { id, url } }: { checkout: Checkout }) {
  const shown = useRef<HTMLElement>(null);
  const [isShowingCode, setShowingCode] = useState(false);
  return (
    <section aria-label={texts.link} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3">
        <code ref={shown} className="min-w-0 flex-1 basis-80 font-mono text-xs wrap-anywhere">
          {url}
        </code>
        <span className="flex flex-wrap items-center gap-2">
          <Button icon={QrCode} onClick={() => setShowingCode(true)}>
            {texts.showQrCode}
          </Button>
          <LinkButton icon={ExternalLink} href={url} target="_blank" rel="noopener">
            {texts.open}
          </LinkButton>
          <PrimaryAction>
            <CopyButton
              primary
              value={url}
              label={texts.copyLink}
              text={texts.copyLink}
              target={shown}
            />
          </PrimaryAction>
        </span>
      </div>
      <p className="text-xs text-muted">{texts.linkIsSecret}</p>
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={url}
        fileName={`checkout-${shortId(id)}`}
      />
    </section>
  );
}
