'use client';

import { ArchiveRestore, Pencil, Share2, ShoppingCart } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useId } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { endedOffer } from '@/components/products/price-changes';
import { ProductMenu } from '@/components/products/product-menu';
import { keepRenewing, PRODUCT_ACTIONS } from '@/components/products/texts';
import { type ArchiveQuestion, useArchive } from '@/components/products/use-archive';
import { useShare } from '@/components/products/use-share';
import { useOrganizationPath } from '@/components/session/organization';
import { usePageActions } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { HeaderReason, PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

const ShareDialog = dynamic(() =>
  import('@/components/products/share-dialog').then(({ ShareDialog }) => ShareDialog),
);

/** What can be done with a product: one that is archived is restored before it is sold. */
export function ProductActions({ product }: { product: Product }) {
  const path = useOrganizationPath();
  const { archive, archiveNow, question, dismiss, restore, pending } = useArchive(product);
  const sharing = useShare(product);
  const reasonId = useId();
  const notAllowed = useWhyNot()(updateProduct);
  const blockedById = notAllowed === null ? undefined : reasonId;
  const edit = path(`products/${product.id}/edit`);
  const sell = path(`checkouts/new?product_id=${product.id}`);
  usePageActions([
    product.is_archived
      ? {
          label: PRODUCT_ACTIONS.restore,
          icon: ArchiveRestore,
          onSelect: restore,
          blockedBy: notAllowed,
        }
      : { label: PRODUCT_ACTIONS.share, icon: Share2, onSelect: sharing.open },
    { label: PRODUCT_ACTIONS.edit, icon: Pencil, href: edit, shortcut: 'e', blockedBy: notAllowed },
    {
      label: PRODUCT_ACTIONS.createCheckout,
      icon: ShoppingCart,
      href: sell,
      blockedBy: product.is_archived ? PRODUCT_ACTIONS.restoreItToSell : null,
    },
  ]);
  return (
    <>
      <LinkButton icon={Pencil} href={edit} blockedById={blockedById}>
        {PRODUCT_ACTIONS.edit}
      </LinkButton>
      {product.is_archived ? (
        <PrimaryAction>
          <Button
            variant="primary"
            icon={ArchiveRestore}
            pending={pending}
            blockedById={blockedById}
            onClick={restore}
          >
            {PRODUCT_ACTIONS.restore}
          </Button>
        </PrimaryAction>
      ) : (
        <>
          <LinkButton icon={ShoppingCart} href={sell}>
            {PRODUCT_ACTIONS.createCheckout}
          </LinkButton>
          <PrimaryAction>
            <Button
              variant="primary"
              icon={Share2}
              pending={sharing.pending}
              onClick={sharing.open}
            >
              {PRODUCT_ACTIONS.share}
            </Button>
          </PrimaryAction>
        </>
      )}
      <ProductMenu product={product} onArchive={archive} />
      {notAllowed && <HeaderReason id={reasonId}>{notAllowed}</HeaderReason>}
      {sharing.link && (
        <ShareDialog product={product} link={sharing.link} onClose={sharing.close} />
      )}
      {question && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && dismiss()}
          title={PRODUCT_ACTIONS.archiveTitle(product.name)}
          verb={PRODUCT_ACTIONS.archive}
          effects={<ArchiveEffects {...question} />}
          onConfirm={() => archiveNow(question)}
        />
      )}
    </>
  );
}

function ArchiveEffects({ checkouts, subscriptions }: ArchiveQuestion) {
  return (
    <>
      <p>
        {PRODUCT_ACTIONS.notPaid(checkouts)} {endedOffer(checkouts)}
      </p>
      {subscriptions !== 0 && <p>{keepRenewing(subscriptions)}</p>}
    </>
  );
}
