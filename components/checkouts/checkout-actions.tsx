'use client';

import {
  CopyPlus,
  ExternalLink,
  Link2,
  Pencil,
  QrCode,
  ReceiptText,
  RotateCcw,
} from 'lucide-react';
import { useState } from 'react';
import { useOutcome } from '@/components/checkouts/checkout-outcome';
import { isUnavailable } from '@/components/purchase/availability';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { CurlButton } from '@/components/ui/curl-button';
import { PrimaryAction } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';
import { getCheckout } from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** Why a checkout cannot be handed out or changed any more; null while it can. */
const CLOSED: Record<Checkout['status'], string | null> = {
  open: null,
  confirmed: 'A payment is being processed.',
  succeeded: 'It is paid.',
  failed: 'Its payment failed. Create it again.',
  expired: 'It has expired. Create it again.',
};

/** What can be done depends on the state: an open one is handed out, a lost one is made again. */
export function CheckoutActions({ checkout }: { checkout: Checkout }) {
  const path = useOrganizationPath();
  const { id, status, url } = checkout;
  const edit = path(`checkouts/${id}/edit`);
  const again = path(`checkouts/new?from=${id}`);
  const isOpen = status === 'open';
  const isResultUnknown =
    status === 'failed' || status === 'expired' || (isOpen && isUnavailable(checkout));
  const [isShowingCode, setShowingCode] = useState(false);
  return (
    <>
      <CurlButton operation={getCheckout} input={{ params: { id } }} />
      {isOpen && (
        <>
          <LinkButton icon={ExternalLink} href={url} target="_blank" rel="noopener">
            Open
          </LinkButton>
          <LinkButton icon={Pencil} href={edit}>
            Edit
          </LinkButton>
        </>
      )}
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={url}
        fileName={`checkout-${shortId(id)}`}
      />
      <PrimaryAction>
        {isOpen && !isResultUnknown && (
          <CopyButton primary value={url} label="Copy link" text="Copy link" icon={Link2} />
        )}
        {isResultUnknown && (
          <LinkButton variant="primary" icon={RotateCcw} href={again}>
            Create again
          </LinkButton>
        )}
        {status === 'succeeded' && <OutcomeButton checkout={checkout} />}
        {status === 'confirmed' && (
          <Button icon={ReceiptText} blockedBy="The payment is being processed.">
            Open the order
          </Button>
        )}
      </PrimaryAction>
      <ActionsMenu
        groups={[
          [
            !isResultUnknown && { label: 'Duplicate', icon: CopyPlus, href: again },
            isOpen && { label: 'Edit', icon: Pencil, href: edit, shortcut: 'e' },
            isOpen && {
              label: 'Show QR code',
              icon: QrCode,
              onSelect: () => setShowingCode(true),
            },
            {
              label: 'Open buyer’s page',
              icon: ExternalLink,
              onSelect: () => window.open(url, '_blank', 'noopener'),
            },
            !isOpen && { label: 'Copy link', icon: Link2, blockedBy: CLOSED[status] },
            !isOpen && { label: 'Edit', icon: Pencil, blockedBy: CLOSED[status] },
          ],
        ]}
      />
    </>
  );
}

/** The way to what was sold; its place is kept while that loads. */
function OutcomeButton({ checkout }: { checkout: Checkout }) {
  const { href, words, isPending } = useOutcome(checkout);
  if (href) {
    return (
      <LinkButton variant="primary" icon={ReceiptText} href={href}>
        {words}
      </LinkButton>
    );
  }
  return (
    <Button variant="primary" icon={ReceiptText} blockedBy={isPending ? null : 'There is none.'}>
      Open the order
    </Button>
  );
}
