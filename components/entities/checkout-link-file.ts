import { shortId } from '@/components/ui/id-chip';

/** The name of the file with the QR code of a checkout link, without its ending. */
export function checkoutLinkFile({ id }: { id: string }): string {
  return `checkout-link-${shortId(id)}`;
}
