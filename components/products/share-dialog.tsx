'use client';

import { ExternalLink, Settings2 } from 'lucide-react';
import { useRef } from 'react';
import { checkoutLinkFile } from '@/components/entities/checkout-link-file';
import { LINK_BOX } from '@/components/entities/texts';
import { SHARE } from '@/components/products/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { LinkButton } from '@/components/ui/link-button';
import { QrCode } from '@/components/ui/qr-code';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import type { Product } from '@/lib/resources/products/schema';

/** The checkout link of a product, to hand out: copied, as a QR code, opened, edited. */
export function ShareDialog({
  product,
  link,
  onClose,
}: {
  product: Product;
  link: CheckoutLink;
  onClose: () => void;
}) {
  const path = useOrganizationPath();
  const shown = useRef<HTMLElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={SHARE.title(product.name)}
      description={SHARE.description}
    >
      <code
        ref={shown}
        className="border border-line bg-surface px-4 py-3 font-mono text-xs wrap-anywhere"
      >
        {link.url}
      </code>
      <QrCode value={link.url} fileName={checkoutLinkFile(link)} />
      <DialogActions>
        <LinkButton icon={Settings2} href={path(`checkout-links/${link.id}`)}>
          {SHARE.edit}
        </LinkButton>
        <LinkButton icon={ExternalLink} href={link.url} target="_blank" rel="noopener">
          {LINK_BOX.open}
        </LinkButton>
        <CopyButton
          primary
          value={link.url}
          label={LINK_BOX.copyLink}
          text={LINK_BOX.copyLink}
          target={shown}
        />
      </DialogActions>
    </Dialog>
  );
}
