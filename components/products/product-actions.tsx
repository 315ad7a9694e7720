'use client';

import { Archive, ArchiveRestore, Pencil, ShoppingCart } from 'lucide-react';
import { ProductMenu } from '@/components/products/delete-product';
import { endedOffer } from '@/components/products/price-changes';
import { keepRenewing, PRODUCT_ACTIONS } from '@/components/products/texts';
import { type ArchiveQuestion, useArchive } from '@/components/products/use-archive';
import { useOrganizationPath } from '@/components/session/organization';
import { usePageActions } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import type { Product } from '@/lib/resources/products/schema';

/** What can be done with a product: one that is archived is restored before it is sold. */
export function ProductActions({ product }: { product: Product }) {
  const path = useOrganizationPath();
  const { archive, archiveNow, requests, question, dismiss, restore, pending } =
    useArchive(product);
  const edit = path(`products/${product.id}/edit`);
  const sell = path(`checkouts/new?product_id=${product.id}`);
  usePageActions([
    { label: PRODUCT_ACTIONS.edit, icon: Pencil, href: edit, shortcut: 'e' },
    product.is_archived
      ? { label: PRODUCT_ACTIONS.restore, icon: ArchiveRestore, onSelect: restore }
      : { label: PRODUCT_ACTIONS.archive, icon: Archive, onSelect: archive },
    {
      label: PRODUCT_ACTIONS.createCheckout,
      icon: ShoppingCart,
      href: sell,
      blockedBy: product.is_archived ? PRODUCT_ACTIONS.restoreItToSell : null,
    },
  ]);
  return (
    <>
      {product.is_archived ? (
        <>
          <LinkButton icon={Pencil} href={edit}>
            {PRODUCT_ACTIONS.edit}
          </LinkButton>
          <Button icon={ShoppingCart} blockedBy={PRODUCT_ACTIONS.restoreItToSell}>
            {PRODUCT_ACTIONS.createCheckout}
          </Button>
          <PrimaryAction>
            <Button variant="primary" icon={ArchiveRestore} pending={pending} onClick={restore}>
              {PRODUCT_ACTIONS.restore}
            </Button>
          </PrimaryAction>
        </>
      ) : (
        <>
          <Button icon={Archive} pending={pending} onClick={archive}>
            {PRODUCT_ACTIONS.archive}
          </Button>
          <LinkButton icon={Pencil} href={edit}>
            {PRODUCT_ACTIONS.edit}
          </LinkButton>
          <PrimaryAction>
            <LinkButton variant="primary" icon={ShoppingCart} href={sell}>
              {PRODUCT_ACTIONS.createCheckout}
            </LinkButton>
          </PrimaryAction>
        </>
      )}
      <ProductMenu product={product} />
      {question && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && dismiss()}
          title={PRODUCT_ACTIONS.archiveTitle(product.name)}
          verb={PRODUCT_ACTIONS.archive}
          effects={<ArchiveEffects {...question} />}
          requests={requests}
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
