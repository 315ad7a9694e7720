'use client';

import dynamic from 'next/dynamic';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';

// The encoder is needed once the dialog is open, and nowhere else.
const QrCode = dynamic(() => import('@/components/ui/qr-code').then(({ QrCode }) => QrCode), {
  loading: () => <div className="mx-auto aspect-square w-full max-w-64" />,
});

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the code opens. */
  url: string;
  /** The name of the downloaded file, without its ending. */
  fileName: string;
}

/** The QR code of a link that is handed to a buyer. */
export function QrCodeDialog({ open, onOpenChange, url, fileName }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="QR code"
      description="Opens the same page as the link."
    >
      <QrCode value={url} fileName={fileName} />
      <CopyButton value={url} label="Copy link" text="Copy link" />
    </Dialog>
  );
}
