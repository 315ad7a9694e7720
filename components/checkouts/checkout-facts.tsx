'use client';

import type { ReactNode } from 'react';
import { successUrlOf } from '@/components/checkouts/checkout-values';
import { LABELS, facts as texts } from '@/components/checkouts/texts';
import { CustomerLink } from '@/components/entities/customer-link';
import { SubscriptionLink } from '@/components/entities/named-link';
import { priceLabel } from '@/components/entities/price-labels';
import { discountLabel } from '@/components/purchase/discount-terms';
import { EntityLink } from '@/components/shell/entity-link';
import { AddressLines } from '@/components/ui/address';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/detail';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import type { Checkout } from '@/lib/resources/checkouts/schema';

interface Props {
  checkout: Checkout;
}

/** Product, price, discount, and what the buyer is asked to pay with. */
export function SaleFacts({ checkout }: Props) {
  const { product, product_price, discount, subscription_id } = checkout;
  return (
    <Section title={texts.sale}>
      <Facts
        facts={[
          [
            LABELS.product,
            <EntityLink key="product" section="products" id={product.id}>
              {product.name}
            </EntityLink>,
          ],
          [
            LABELS.price,
            product_price.is_archived
              ? texts.archivedPrice(priceLabel(product_price))
              : priceLabel(product_price),
          ],
          discount && [LABELS.discount, <DiscountFact key="discount" discount={discount} />],
          checkout.status === 'open' && [
            texts.codes,
            checkout.allow_discount_codes ? texts.codesAllowed : texts.codesNotAllowed,
          ],
          [texts.payment, paymentWords(checkout)],
          checkout.trial_unavailable_reason !== null && [texts.trial, texts.trialUsed],
          subscription_id !== null && [
            texts.subscription,
            <SubscriptionLink key="subscription" id={subscription_id} />,
          ],
        ]}
      />
    </Section>
  );
}

function DiscountFact({ discount }: { discount: NonNullable<Checkout['discount']> }) {
  return (
    <>
      <EntityLink section="discounts" id={discount.id}>
        {discount.name}
      </EntityLink>
      , {discountLabel(discount)}
      {discount.code && (
        <>
          , {texts.code} <span className="font-mono text-xs">{discount.code}</span>
        </>
      )}
    </>
  );
}

function paymentWords(checkout: Checkout): string {
  if (checkout.is_payment_required) {
    return checkout.is_payment_setup_required ? texts.chargedAndSaved : texts.charged;
  }
  return checkout.is_payment_setup_required ? texts.cardSaved : texts.noPayment;
}

/** Who buys, as far as it is known. */
export function BuyerFacts({ checkout }: Props) {
  const { customer_id, customer_name, customer_email } = checkout;
  const { customer_billing_address: address } = checkout;
  const known = [
    customer_id && [
      LABELS.customer,
      <CustomerLink key="customer" id={customer_id}>
        {customer_name ?? customer_email ?? undefined}
      </CustomerLink>,
    ],
    customer_name && [LABELS.name, customer_name],
    customer_email && [LABELS.email, customer_email],
    address && [LABELS.billingAddress, <AddressLines key="address" address={address} />],
    checkout.customer_tax_id && [LABELS.taxId, checkout.customer_tax_id],
    checkout.customer_ip_address && [LABELS.ipAddress, checkout.customer_ip_address],
  ].flatMap((fact) => (fact ? [fact as [string, ReactNode]] : []));
  return (
    <Section title={texts.buyer}>
      {known.length > 0 ? (
        <Facts facts={known} />
      ) : (
        <p className="text-muted">{texts.unknownBuyer}</p>
      )}
    </Section>
  );
}

/** Where the checkout leads, and what a program of the seller opens it with. */
export function SettingsFacts({ checkout }: Props) {
  const { client_secret, embed_origin } = checkout;
  return (
    <Section title={texts.settings}>
      <Facts
        facts={[
          [
            LABELS.clientSecret,
            <Copied key="secret" value={client_secret} label={texts.copyClientSecret} />,
          ],
          [
            LABELS.successUrl,
            successUrlOf(checkout) === null ? (
              texts.confirmationPage
            ) : (
              <Copied key="success" value={checkout.success_url} label={texts.copySuccessUrl} />
            ),
          ],
          embed_origin !== null && [LABELS.embedOrigin, embed_origin],
        ]}
      />
    </Section>
  );
}

function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className="-my-0.5 flex min-w-0 items-center gap-1 coarse:-my-3">
      <span className="min-w-0 truncate font-mono text-xs" title={value}>
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

export function TimeFacts({ checkout: { created_at, modified_at, expires_at, status } }: Props) {
  return (
    <Section title={texts.dates}>
      <Facts
        facts={[
          [LABELS.created, <Time key="created" value={created_at} show="datetime" />],
          modified_at !== null && [
            LABELS.updated,
            <Time key="updated" value={modified_at} show="datetime" />,
          ],
          (status === 'open' || status === 'expired') && [
            status === 'expired' ? texts.expired : LABELS.expires,
            <Time key="expires" value={expires_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
