'use client';

import { successUrlOf } from '@/components/checkouts/checkout-values';
import { priceLabel } from '@/components/entities/price-labels';
import { discountLabel } from '@/components/purchase/discount-terms';
import { EntityLink } from '@/components/shell/entity-link';
import { AddressLines } from '@/components/ui/address';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/detail';
import { shortId } from '@/components/ui/id-chip';
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
    <Section title="Sale">
      <Facts
        facts={[
          [
            'Product',
            <EntityLink key="product" section="products" id={product.id}>
              {product.name}
            </EntityLink>,
          ],
          [
            'Price',
            `${priceLabel(product_price)}${product_price.is_archived ? ', no longer offered' : ''}`,
          ],
          ['Discount', discount && <DiscountFact key="discount" discount={discount} />],
          checkout.status === 'open' && [
            'Discount codes',
            checkout.allow_discount_codes ? 'May be entered' : 'Not asked for',
          ],
          ['Payment', paymentWords(checkout)],
          subscription_id !== null && [
            'Moves the subscription',
            <EntityLink key="subscription" section="subscriptions" id={subscription_id}>
              {shortId(subscription_id)}
            </EntityLink>,
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
          , code <span className="font-mono text-xs">{discount.code}</span>
        </>
      )}
    </>
  );
}

function paymentWords(checkout: Checkout): string {
  if (checkout.is_payment_required) {
    return checkout.is_payment_setup_required
      ? 'Charged now; card saved for renewals'
      : 'Charged now';
  }
  return checkout.is_payment_setup_required ? 'No charge now; card saved for later' : 'None needed';
}

/** Who buys, as far as it is known. */
export function BuyerFacts({ checkout }: Props) {
  const {
    customer_id,
    customer_name,
    customer_email,
    customer_billing_address: address,
  } = checkout;
  return (
    <Section title="Buyer">
      <Facts
        facts={[
          [
            'Customer',
            customer_id && (
              <EntityLink key="customer" section="customers" id={customer_id}>
                {customer_name ?? customer_email ?? shortId(customer_id)}
              </EntityLink>
            ),
          ],
          ['Name', customer_name],
          ['E-mail', customer_email],
          ['Billing address', address && <AddressLines key="address" address={address} />],
          ['Tax id', checkout.customer_tax_id],
          ['IP address', checkout.customer_ip_address],
        ]}
      />
    </Section>
  );
}

/** The address of the buyer's page, and where it leads. */
export function LinkFacts({ checkout }: Props) {
  const { url, client_secret, embed_origin } = checkout;
  return (
    <Section title="Link">
      <Facts
        facts={[
          ['Checkout URL', <Copied key="url" value={url} label="Copy the checkout URL" />],
          [
            'Client secret',
            <Copied key="secret" value={client_secret} label="Copy the client secret" />,
          ],
          [
            'Success URL',
            successUrlOf(checkout) === null ? (
              'The confirmation page'
            ) : (
              <Copied key="success" value={checkout.success_url} label="Copy the success URL" />
            ),
          ],
          ['Embed origin', embed_origin],
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
    <Section title="Times">
      <Facts
        facts={[
          ['Created', <Time key="created" value={created_at} show="datetime" />],
          ['Updated', modified_at && <Time key="changed" value={modified_at} show="datetime" />],
          (status === 'open' || status === 'expired') && [
            status === 'expired' ? 'Expired' : 'Expires',
            <Time key="expires" value={expires_at} show="datetime" />,
          ],
        ]}
      />
    </Section>
  );
}
