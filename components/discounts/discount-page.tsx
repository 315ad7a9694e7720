'use client';

import { useDiscountDeletion } from '@/components/discounts/discount-deletion';
import { DiscountUses } from '@/components/discounts/discount-uses';
import { DISCOUNT } from '@/components/discounts/presentation';
import { MetadataPart } from '@/components/form/metadata-form';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { detailPage, EditAndDelete } from '@/components/resource/detail-page';
import { CopyButton } from '@/components/ui/copy-button';
import { deleteDiscount, getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';

const OPERATIONS = { read: getDiscount, update: updateDiscount, remove: deleteDiscount };

export const DiscountPage = detailPage(DISCOUNT, OPERATIONS, {
  top: ({ id, code }) =>
    code === null ? (
      <p className="-mt-2 text-muted">
        No code: only you can apply it, to a checkout, a checkout link, or a subscription.
      </p>
    ) : (
      <RefusalNotes id={id} />
    ),
  main: ({ id }) => <DiscountUses discountId={id} />,
  side: (discount) => <MetadataPart object={discount} update={updateDiscount} read={getDiscount} />,
  actions: ({ id, code }, remove) => (
    <>
      {code !== null && <CopyButton value={code} label="Copy code" text="Copy code" />}
      <EditAndDelete of={DISCOUNT} operations={OPERATIONS} id={id} onDelete={remove} />
    </>
  ),
  useDeletion: useDiscountDeletion,
});
