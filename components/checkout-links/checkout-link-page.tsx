'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LinkFields, type LinkValues } from '@/components/checkout-links/link-fields';
import { LinkPreview } from '@/components/checkout-links/link-preview';
import { LINK, LIST } from '@/components/checkout-links/texts';
import { LinkBox } from '@/components/entities/link-box';
import { ContractFormBody, FormActions, SubmitButton } from '@/components/form/contract-form';
import { useWhyNot } from '@/components/form/rights';
import { useEditForm } from '@/components/form/use-edit-form';
import { useOrganizationPath } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { EntityLink } from '@/components/shell/entity-link';
import { DetailPage } from '@/components/shell/page';
import { ActionsMenu } from '@/components/shell/page-actions';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { formatCount } from '@/components/ui/money';
import { QrCodeDialog } from '@/components/ui/qr-code-dialog';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import {
  deleteCheckoutLink,
  getCheckoutLink,
  updateCheckoutLink,
} from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';

export function CheckoutLinkPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const link = useQuery(query(getCheckoutLink, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: LIST.title, href: path('checkout-links') }]}
      current={link.data ? nameOf(link.data) : shortId(id)}
    >
      <QueryBoundary query={link} what={LINK.what}>
        {(found) => <CheckoutLinkDetail link={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

const nameOf = ({ label, product }: CheckoutLink) => label ?? product.name;

function CheckoutLinkDetail({ link }: { link: CheckoutLink }) {
  const { product, url } = link;
  return (
    <>
      <DetailHeader
        title={nameOf(link)}
        subtitle={<IdChip id={link.id} />}
        actions={<Actions link={link} />}
      />
      <LinkBox label={LINK.link} url={url} fileName={`checkout-link-${shortId(link.id)}`} />
      <DetailColumns
        main={
          <Section title={LINK.settings}>
            <EditForm key={link.id} link={link} />
          </Section>
        }
        side={
          <>
            <Section title={LINK.details}>
              <Facts
                facts={[
                  [
                    LINK.product,
                    <EntityLink key="product" section="products" id={product.id}>
                      {product.name}
                    </EntityLink>,
                  ],
                  product.is_archived && [LINK.sold, LINK.archived],
                  [LINK.checkouts, <Opened key="checkouts" link={link} />],
                  [LINK.sales, salesOf(link)],
                  [LINK.created, <Time key="created" value={link.created_at} show="datetime" />],
                  link.modified_at !== null && [
                    LINK.updated,
                    <Time key="modified" value={link.modified_at} show="datetime" />,
                  ],
                ]}
              />
            </Section>
            <LinkPreview link={link} />
          </>
        }
      />
      <JsonView value={link} />
    </>
  );
}

/** How many checkouts it opened, as the way to them. */
function Opened({ link: { id, checkouts_count: count } }: { link: CheckoutLink }) {
  const path = useOrganizationPath();
  if (count === 0) return formatCount(count);
  return (
    <TextLink href={path(`checkouts?checkout_link_id=${id}`)}>{LINK.showCheckouts(count)}</TextLink>
  );
}

/** The number of sales, and their share of the checkouts that are over or open. */
function salesOf({ checkouts_count, succeeded_count }: CheckoutLink): string {
  const sales = formatCount(succeeded_count);
  if (checkouts_count === 0) return sales;
  return LINK.share(sales, Math.round((succeeded_count / checkouts_count) * 100));
}

function Actions({ link }: { link: CheckoutLink }) {
  const [isDeleting, setDeleting] = useState(false);
  const [isShowingCode, setShowingCode] = useState(false);
  const params = { id: link.id };
  const whyNot = useWhyNot();
  return (
    <>
      <ActionsMenu
        request={() => describeRequest(getCheckoutLink, { params })}
        groups={[
          [
            {
              label: LINK.open,
              icon: ExternalLink,
              onSelect: () => window.open(link.url, '_blank', 'noopener'),
            },
            { label: LINK.qrCode, icon: QrCode, onSelect: () => setShowingCode(true) },
          ],
          [
            {
              label: LINK.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(deleteCheckoutLink),
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      <QrCodeDialog
        open={isShowingCode}
        onOpenChange={setShowingCode}
        url={link.url}
        fileName={`checkout-link-${shortId(link.id)}`}
      />
      <DeleteDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        operation={deleteCheckoutLink}
        id={link.id}
        section="checkout-links"
        deleted={LINK.deleted}
        title={LINK.deleteTitle(nameOf(link))}
        verb={LINK.delete}
        effects={LINK.deleteEffects(link.checkouts_count)}
      />
    </>
  );
}

function EditForm({ link }: { link: CheckoutLink }) {
  const form = useEditForm(updateCheckoutLink, {
    params: { id: link.id },
    object: link,
    read: getCheckoutLink,
    toValues: valuesOf,
    onSuccess: () => showToast(LINK.saved),
  });
  const { product, product_price } = link;
  const prices = product_price?.is_archived ? [product_price, ...product.prices] : product.prices;
  return (
    <ContractFormBody form={form} takesFocus={false}>
      <LinkFields form={form} prices={prices} />
      <FormActions>
        <SubmitButton form={form}>{LINK.save}</SubmitButton>
      </FormActions>
    </ContractFormBody>
  );
}

function valuesOf(link: CheckoutLink): LinkValues {
  return {
    product_id: link.product_id,
    label: link.label,
    product_price_id: link.product_price_id,
    discount_id: link.discount_id,
    allow_discount_codes: link.allow_discount_codes,
    success_url: link.success_url,
    metadata: link.metadata,
  };
}
