'use client';

import { Archive, ArchiveRestore, Pencil, ShoppingCart } from 'lucide-react';
import { useId } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { ProductMenu } from '@/components/products/delete-product';
import { endedOffer } from '@/components/products/price-changes';
import { keepRenewing, PRODUCT_ACTIONS } from '@/components/products/texts';
import { type ArchiveQuestion, useArchive } from '@/components/products/use-archive';
import { useOrganizationPath } from '@/components/session/organization';
import { usePageActions } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { HeaderReason, PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { updateProduct } from '@/lib/resources/products/contract';
import type { Product } from '@/lib/resources/products/schema';

/** What can be done with a product: one that is archived is restored before it is sold. */
export function ProductActions({ product }: { product: Product }) {
  const path = useOrganizationPath();
  const { archive, archiveNow, question, dismiss, restore, pending } = useArchive(product);
  const reasonId = useId();
  const notAllowed = useWhyNot()(updateProduct);
  const blockedById = notAllowed === null ? undefined : reasonId;
  const edit = path(`products/${product.id}/edit`);
  const sell = path(`checkouts/new?product_id=${product.id}`);
  usePageActions([
    { label: PRODUCT_ACTIONS.edit, icon: Pencil, href: edit, shortcut: 'e', blockedBy: notAllowed },
    product.is_archived
      ? {
          label: PRODUCT_ACTIONS.restore,
          icon: ArchiveRestore,
          onSelect: restore,
          blockedBy: notAllowed,
        }
      : {
          label: PRODUCT_ACTIONS.archive,
          icon: Archive,
          onSelect: archive,
          blockedBy: notAllowed,
        },
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
          <LinkButton icon={Pencil} href={edit} blockedById={blockedById}>
            {PRODUCT_ACTIONS.edit}
          </LinkButton>
          <Button icon={ShoppingCart} blockedBy={PRODUCT_ACTIONS.restoreItToSell}>
            {PRODUCT_ACTIONS.createCheckout}
          </Button>
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
        </>
      ) : (
        <>
          <Button icon={Archive} pending={pending} blockedById={blockedById} onClick={archive}>
            {PRODUCT_ACTIONS.archive}
          </Button>
          <LinkButton icon={Pencil} href={edit} blockedById={blockedById}>
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
      {notAllowed && <HeaderReason id={reasonId}>{notAllowed}</HeaderReason>}
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
