'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { EditCheckoutDialog } from '@/components/checkouts/edit-checkout-dialog';
import { PaymentAttempts } from '@/components/checkouts/payment-attempts';
import { linesOf } from '@/components/checkouts/receipt';
import { CHECKOUT_STATUS } from '@/components/checkouts/status';
import { useOrganizationPath } from '@/components/session/organization';
import { ObjectLink } from '@/components/shell/object-link';
import { DetailPage } from '@/components/shell/page';
import { AddressLines } from '@/components/ui/address';
import { Button, LinkButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts, Section } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { MetadataEditor } from '@/components/ui/metadata-editor';
import { formatMoney } from '@/components/ui/money';
import { QueryGate } from '@/components/ui/query-gate';
import { Receipt } from '@/components/ui/receipt';
import { StateTrack, type Step } from '@/components/ui/state-track';
import { Time } from '@/components/ui/time';
import { say } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/api/queries';
import { getCheckout, updateCheckout } from '@/lib/checkouts/contract';
import type { Checkout } from '@/lib/checkouts/schema';
import { listOrders } from '@/lib/orders/contract';

export function CheckoutPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const checkout = useQuery({
    ...query(getCheckout, { params: { id } }),
    // A payment under way ends by itself.
    refetchInterval: ({ state }) => (state.data?.status === 'confirmed' ? 2000 : false),
  });
  return (
    <DetailPage crumbs={[{ label: 'Checkouts', href: path('checkouts') }]} current={shortId(id)}>
      <QueryGate query={checkout} what="this checkout">
        {(found) => <CheckoutDetail checkout={found} />}
      </QueryGate>
    </DetailPage>
  );
}

function CheckoutDetail({ checkout }: { checkout: Checkout }) {
  const [editing, setEditing] = useState(false);
  const update = useCommand(updateCheckout, { onSuccess: () => say('Metadata saved.') });
  const { product, customer_email, customer_name, currency } = checkout;
  const who = customer_email ?? customer_name;
  const params = { id: checkout.id };
  return (
    <>
      <DetailHeader
        title={who ? `${product.name} for ${who}` : product.name}
        status={CHECKOUT_STATUS[checkout.status]}
        subtitle={
          <>
            <span>{formatMoney(checkout.total_amount, currency)}</span>
            <IdChip id={checkout.id} />
          </>
        }
        actions={<Actions checkout={checkout} onEdit={() => setEditing(true)} />}
      />
      <StateTrack steps={stepsOf(checkout)} />
      <DetailColumns
        main={
          <>
            <Section title="Checkout">
              <Facts facts={factsOf(checkout)} />
            </Section>
            {Object.keys(checkout.custom_field_data).length > 0 && (
              <Section title="Answers of the buyer">
                <Facts facts={answersOf(checkout)} />
              </Section>
            )}
            <PaymentAttempts checkoutId={checkout.id} />
          </>
        }
        side={
          <>
            <Section title="Receipt">
              <Receipt
                currency={currency}
                lines={linesOf(checkout)}
                total={{ label: 'Total', amount: checkout.total_amount }}
              />
            </Section>
            <Section title="Metadata">
              {checkout.status === 'open' ? (
                <MetadataEditor
                  metadata={checkout.metadata}
                  onSave={(metadata) => update.mutateAsync({ params, body: { metadata } })}
                />
              ) : (
                <MetadataEditor metadata={checkout.metadata} />
              )}
            </Section>
            <Section title="Metadata for the customer">
              <MetadataEditor metadata={checkout.customer_metadata} />
            </Section>
          </>
        }
      />
      <JsonView value={checkout} />
      {editing && <EditCheckoutDialog checkout={checkout} onClose={() => setEditing(false)} />}
    </>
  );
}

/** What can be done depends on the state: an open one is handed out, a lost one is made again. */
function Actions({ checkout, onEdit }: { checkout: Checkout; onEdit: () => void }) {
  const path = useOrganizationPath();
  const { status, url } = checkout;
  const curl = <CurlButton operation={getCheckout} input={{ params: { id: checkout.id } }} />;
  if (status === 'open') {
    return (
      <>
        {curl}
        <Button icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
        <LinkButton icon={ExternalLink} href={url} target="_blank" rel="noopener">
          Open
        </LinkButton>
        <CopyButton value={url} label="Copy link" text="Copy link" />
      </>
    );
  }
  if (status === 'expired' || status === 'failed') {
    return (
      <>
        {curl}
        <LinkButton
          variant="primary"
          icon={RotateCcw}
          href={path(`checkouts/new?from=${checkout.id}`)}
        >
          Create again
        </LinkButton>
      </>
    );
  }
  return (
    <>
      {curl}
      {status === 'succeeded' && <OrderLink checkout={checkout} />}
    </>
  );
}

/** The order that the checkout became; a trial has none until it ends. */
function OrderLink({ checkout }: { checkout: Checkout }) {
  const path = useOrganizationPath();
  const { customer_id, product_id } = checkout;
  const orders = useQuery({
    ...query(listOrders, {
      query: {
        customer_id: customer_id ? [customer_id] : [],
        product_id: [product_id],
        limit: 100,
      },
    }),
    enabled: customer_id !== null,
  });
  const order = orders.data?.items.find(({ checkout_id }) => checkout_id === checkout.id);
  if (!order) return null;
  return (
    <LinkButton variant="primary" href={path(`orders/${order.id}`)}>
      Open the order
    </LinkButton>
  );
}

function factsOf(checkout: Checkout): Parameters<typeof Facts>[0]['facts'] {
  const { product, customer_billing_address, discount } = checkout;
  return [
    [
      'Product',
      <ObjectLink key="product" section="products" id={product.id}>
        {product.name}
      </ObjectLink>,
    ],
    [
      'Customer',
      checkout.customer_id ? (
        <ObjectLink key="customer" section="customers" id={checkout.customer_id}>
          {checkout.customer_name ?? checkout.customer_email ?? shortId(checkout.customer_id)}
        </ObjectLink>
      ) : (
        (checkout.customer_name ?? '—')
      ),
    ],
    ['E-mail', checkout.customer_email ?? '—'],
    customer_billing_address && [
      'Billing address',
      <AddressLines key="address" address={customer_billing_address} />,
    ],
    checkout.customer_tax_id !== null && ['Tax id', checkout.customer_tax_id],
    checkout.customer_ip_address !== null && ['IP address', checkout.customer_ip_address],
    discount && ['Discount', discount.code ? `${discount.name} (${discount.code})` : discount.name],
    ['Discount codes', checkout.allow_discount_codes ? 'Allowed' : 'Not allowed'],
    checkout.subscription_id !== null && [
      'Moves the subscription',
      <ObjectLink key="subscription" section="subscriptions" id={checkout.subscription_id}>
        {shortId(checkout.subscription_id)}
      </ObjectLink>,
    ],
    [
      'After payment',
      <span key="success" className="wrap-anywhere">
        {checkout.success_url}
      </span>,
    ],
    checkout.embed_origin !== null && ['Embedded on', checkout.embed_origin],
    ['Created', <Time key="created" value={checkout.created_at} show="datetime" />],
    checkout.modified_at !== null && [
      'Changed',
      <Time key="modified" value={checkout.modified_at} show="datetime" />,
    ],
  ];
}

function answersOf({ custom_field_data, attached_custom_fields }: Checkout) {
  const names = new Map(
    attached_custom_fields.map(({ custom_field }) => [custom_field.slug, custom_field.name]),
  );
  return Object.entries(custom_field_data).map(
    ([slug, value]) => [names.get(slug) ?? slug, answer(value)] as const,
  );
}

function answer(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

function stepsOf(checkout: Checkout): Step[] {
  const { status, created_at, expires_at, modified_at } = checkout;
  const opened: Step = { label: 'Opened', at: created_at, state: 'past' };
  const tone = CHECKOUT_STATUS[status].tone;
  switch (status) {
    case 'open':
      return [
        { ...opened, label: 'Open', state: 'present', tone },
        { label: 'Paid', state: 'future' },
        { label: 'Expires', at: expires_at, state: 'future' },
      ];
    case 'confirmed':
      return [
        opened,
        { label: 'Processing', at: modified_at, state: 'present', tone },
        { label: 'Paid', state: 'future' },
      ];
    case 'succeeded':
      return [opened, { label: 'Succeeded', at: modified_at, state: 'present', tone }];
    case 'failed':
      return [opened, { label: 'Failed', at: modified_at, state: 'present', tone }];
    case 'expired':
      return [opened, { label: 'Expired', at: expires_at, state: 'present', tone }];
  }
}
