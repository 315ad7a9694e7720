'use client';

import { ExternalLink, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { EMPTY, LinkFields } from '@/components/checkout-links/link-fields';
import { LinkPreview } from '@/components/checkout-links/link-preview';
import { CHECKOUT_LINK } from '@/components/checkout-links/presentation';
import { checkoutLinkFile } from '@/components/entities/checkout-link-file';
import { LinkBox } from '@/components/entities/link-box';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { useWhyNot } from '@/components/form/rights';
import { useEditForm } from '@/components/form/use-edit-form';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { detailPage } from '@/components/resource/detail-page';
import { storedValues } from '@/components/resource/form-values';
import { ActionsMenu } from '@/components/shell/page-actions';
import { pluralize } from '@/components/ui/money';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';
import { Section } from '@/components/ui/section';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import {
  deleteCheckoutLink,
  getCheckoutLink,
  updateCheckoutLink,
} from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';

const { labels, words } = CHECKOUT_LINK;

export const CheckoutLinkPage = detailPage(
  CHECKOUT_LINK,
  { read: getCheckoutLink, remove: deleteCheckoutLink },
  {
    top: (link) => (
      <>
        <LinkBox
          label={labels.link}
          url={link.url}
          fileName={checkoutLinkFile(link)}
          sticks={false}
        />
        <RefusalNotes id={link.id} />
      </>
    ),
    main: (link) => (
      <Section title="Settings">
        <EditForm key={link.id} link={link} />
      </Section>
    ),
    side: (link) => <LinkPreview link={link} />,
    actions: (link, remove) => <Actions link={link} remove={remove} />,
    useDeletion: ({ checkouts_count: count }) => ({
      effects:
        count === 0
          ? 'The link stops working. It opened no checkouts.'
          : `The link stops working. You keep the ${pluralize(count, 'checkout')} that it opened.`,
    }),
  },
);

function Actions({ link, remove }: { link: CheckoutLink; remove: () => void }) {
  const [isShowingCode, setShowingCode] = useState(false);
  const whyNot = useWhyNot();
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getCheckoutLink, { params: { id: link.id } })}
        groups={[
          [
            {
              label: 'Open',
              icon: ExternalLink,
              onSelect: () => window.open(link.url, '_blank', 'noopener'),
            },
            { label: 'Show QR code', icon: QrCode, onSelect: () => setShowingCode(true) },
          ],
          [
            {
              label: words.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(deleteCheckoutLink),
              onSelect: remove,
            },
          ],
        ]}
      />
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={link.url}
        fileName={checkoutLinkFile(link)}
      />
    </>
  );
}

function EditForm({ link }: { link: CheckoutLink }) {
  const form = useEditForm(updateCheckoutLink, {
    params: { id: link.id },
    object: link,
    read: getCheckoutLink,
    toValues: (stored) => storedValues(stored, EMPTY),
    onSuccess: () => showToast(words.saved),
  });
  const { product, product_price } = link;
  const prices = product_price?.is_archived ? [product_price, ...product.prices] : product.prices;
  return (
    <ContractFormBody form={form} takesFocus={false}>
      <LinkFields form={form} prices={prices} />
      <FormActions>
        <SubmitButton form={form}>{words.save}</SubmitButton>
      </FormActions>
    </ContractFormBody>
  );
}
