import { OFFLINE } from '@/components/portal/texts';
import { MAX_QR_LENGTH, QrCode } from '@/components/ui/qr-code';

/** A lease as a QR code, where it fits into one. */
export function LeaseCode({ lease }: { lease: string }) {
  if (lease.length > MAX_QR_LENGTH) return <p className="text-muted">{OFFLINE.tooLong}</p>;
  return <QrCode value={lease} label={OFFLINE.qrCode} isDense />;
}
