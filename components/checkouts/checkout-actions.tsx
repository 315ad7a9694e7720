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
import { closed, detail as texts } from '@/components/checkouts/texts';
import { isUnavailable } from '@/components/purchase/availability';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { PrimaryAction } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
import { LinkButton } from '@/components/ui/link-button';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';
import { describeRequest } from '@/lib/client/client';
import { getCheckout } from '@/lib/resources/checkouts/contract';
import type { Checkout } from '@/lib/resources/checkouts/schema';

/** Why a checkout cannot be handed out or changed any more; null while it can. */
const CLOSED: Record<Checkout['status'], string | null> = { open: null, ...closed };

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
      {isOpen && (
        <LinkButton icon={Pencil} href={edit}>
          {texts.edit}
        </LinkButton>
      )}
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={url}
        fileName={`checkout-${shortId(id)}`}
      />
      {!(isOpen && !isResultUnknown) && (
        <PrimaryAction>
          {isResultUnknown && (
            <LinkButton variant="primary" icon={RotateCcw} href={again}>
              {texts.createAgain}
            </LinkButton>
          )}
          {status === 'succeeded' && <OutcomeButton checkout={checkout} />}
          {status === 'confirmed' && (
            <Button variant="primary" icon={ReceiptText} blockedBy={texts.processing}>
              {texts.openOrder}
            </Button>
          )}
        </PrimaryAction>
      )}
      <ActionsMenu
        request={() => describeRequest(getCheckout, { params: { id } })}
        groups={[
          [
            !isResultUnknown && { label: texts.duplicate, icon: CopyPlus, href: again },
            isOpen && { label: texts.edit, icon: Pencil, href: edit, shortcut: 'e' },
            isOpen && {
              label: texts.showQrCode,
              icon: QrCode,
              onSelect: () => setShowingCode(true),
            },
            {
              label: texts.openBuyersPage,
              icon: ExternalLink,
              onSelect: () => window.open(url, '_blank', 'noopener'),
            },
            !isOpen && { label: texts.copyLink, icon: Link2, blockedBy: CLOSED[status] },
            !isOpen && { label: texts.edit, icon: Pencil, blockedBy: CLOSED[status] },
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
    <Button variant="primary" icon={ReceiptText} blockedBy={isPending ? null : texts.nothingSold}>
      {texts.openOrder}
    </Button>
  );
}
