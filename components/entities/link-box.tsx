'use client';

import { ExternalLink, QrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import { LINK_BOX } from '@/components/entities/texts';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';

/** A link to hand out: copied, as a QR code, opened. */
export function LinkBox({
  label,
  url,
  fileName,
  note,
  sticks = true,
}: {
  label: string;
  url: string;
  /** Of the QR code that is saved, without its extension. */
  fileName: string;
  note?: string;
  /** On small screens the button that copies stays at the bottom; off where those of a form do. */
  sticks?: boolean;
}) {
  const shown = useRef<HTMLElement>(null);
  const [isShowingCode, setShowingCode] = useState(false);
  const copy = (
    <CopyButton
      primary
      value={url}
      label={LINK_BOX.copyLink}
      text={LINK_BOX.copyLink}
      target={shown}
    />
  );
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border border-line bg-surface px-4 py-3">
        <code ref={shown} className="min-w-0 flex-1 basis-80 font-mono text-xs wrap-anywhere">
          {url}
        </code>
        <span className="flex flex-wrap items-center gap-2">
          <Button icon={QrCode} onClick={() => setShowingCode(true)}>
            {LINK_BOX.showQrCode}
          </Button>
          <LinkButton icon={ExternalLink} href={url} target="_blank" rel="noopener">
            {LINK_BOX.open}
          </LinkButton>
          {sticks ? <PrimaryAction>{copy}</PrimaryAction> : copy}
        </span>
      </div>
      {note && <p className="text-xs text-muted">{note}</p>}
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={url}
        fileName={fileName}
      />
    </section>
  );
}
