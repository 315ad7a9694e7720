'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Pencil, ShoppingCart } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { priceWords } from '@/components/checkouts/prices';
import { BuyerPreview } from '@/components/products/buyer-preview';
import { ProductSales } from '@/components/products/product-sales';
import {
  BENEFIT_TYPES,
  FIELD_TYPES,
  kindWords,
  pricesWords,
  productStatus,
  trialWords,
} from '@/components/products/status';
import { useArchive } from '@/components/products/use-archive';
import { useOrganizationPath } from '@/components/session/organization';
import { ObjectLink } from '@/components/shell/object-link';
import { DetailPage } from '@/components/shell/page';
import { Button, LinkButton } from '@/components/ui/button';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction, Section } from '@/components/ui/detail';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { MetadataEditor } from '@/components/ui/metadata-editor';
import { formatMoney } from '@/components/ui/money';
import { QueryGate } from '@/components/ui/query-gate';
import { useShortcuts } from '@/components/ui/shortcuts';
import { Time } from '@/components/ui/time';
import { say } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/api/queries';
import { getProduct, updateProduct } from '@/lib/products/contract';
import type { Product, ProductPrice } from '@/lib/products/schema';

export function ProductPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const product = useQuery(query(getProduct, { params: { id } }));
  return (
    <DetailPage
      crumbs={[{ label: 'Products', href: path('products') }]}
      current={product.data?.name ?? shortId(id)}
    >
      <QueryGate query={product} what="this product">
        {(found) => <ProductDetail product={found} />}
      </QueryGate>
    </DetailPage>
  );
}

function ProductDetail({ product }: { product: Product }) {
  const update = useCommand(updateProduct, { onSuccess: () => say('Metadata saved.') });
  const params = { id: product.id };
  const [firstMedia] = product.medias;
  return (
    <>
      <DetailHeader
        title={product.name}
        status={productStatus(product)}
        subtitle={
          <>
            <span>{pricesWords(product.prices)}</span>
            <IdChip id={product.id} />
          </>
        }
        actions={<Actions product={product} />}
      />
      {product.is_archived && (
        <p className="-mt-2 text-muted">
          Nobody can buy it now.
          {product.is_recurring && ' Subscriptions that are there keep renewing.'}
        </p>
      )}
      <DetailColumns
        main={
          <>
            <Section title="Prices">
              <Prices prices={product.prices} />
            </Section>
            <Section title="Benefits">
              <Benefits benefits={product.benefits} />
            </Section>
            <Section title="Pictures">
              <Gallery medias={product.medias} />
            </Section>
            <Section title="Custom fields">
              <Fields fields={product.attached_custom_fields} />
            </Section>
            <Section title="Product">
              <Facts
                facts={[
                  [
                    'Description',
                    product.description && (
                      <span className="whitespace-pre-line">{product.description}</span>
                    ),
                  ],
                  ['Type', kindWords(product)],
                  ['Created', <Time key="created" value={product.created_at} show="datetime" />],
                  product.modified_at !== null && [
                    'Changed',
                    <Time key="modified" value={product.modified_at} show="datetime" />,
                  ],
                ]}
              />
            </Section>
          </>
        }
        side={
          <>
            <ProductSales product={product} />
            <Section title="What the buyer sees">
              <BuyerPreview
                offer={{
                  ...product,
                  picture: firstMedia?.public_url ?? null,
                  fields: product.attached_custom_fields.map(({ custom_field, required }) => ({
                    id: custom_field.id,
                    label: custom_field.properties.form_label ?? custom_field.name,
                    required,
                  })),
                }}
              />
            </Section>
            <Section title="Metadata">
              <MetadataEditor
                metadata={product.metadata}
                onSave={(metadata) => update.mutateAsync({ params, body: { metadata } })}
              />
            </Section>
          </>
        }
      />
      <JsonView value={product} />
    </>
  );
}

function Actions({ product }: { product: Product }) {
  const router = useRouter();
  const path = useOrganizationPath();
  const { archive, restore, pending } = useArchive(product);
  const edit = path(`products/${product.id}/edit`);
  useShortcuts({ e: () => router.push(edit) });
  return (
    <>
      <CurlButton operation={getProduct} input={{ params: { id: product.id } }} />
      {product.is_archived ? (
        <>
          <LinkButton icon={Pencil} href={edit}>
            Edit
          </LinkButton>
          <Button icon={ShoppingCart} blockedBy="Restore it to sell it.">
            Create checkout
          </Button>
          <PrimaryAction>
            <Button variant="primary" icon={ArchiveRestore} pending={pending} onClick={restore}>
              Restore
            </Button>
          </PrimaryAction>
        </>
      ) : (
        <>
          <Button icon={Archive} pending={pending} onClick={archive}>
            Archive
          </Button>
          <LinkButton icon={Pencil} href={edit}>
            Edit
          </LinkButton>
          <PrimaryAction>
            <LinkButton
              variant="primary"
              icon={ShoppingCart}
              href={path(`checkouts/new?product_id=${product.id}`)}
            >
              Create checkout
            </LinkButton>
          </PrimaryAction>
        </>
      )}
    </>
  );
}

const ROW = 'flex items-baseline gap-3 border-b border-line py-2 last:border-b-0';

function Prices({ prices }: { prices: readonly ProductPrice[] }) {
  return (
    <ul className="-mt-2 flex flex-col">
      {prices.map((price, index) => (
        <li key={price.id} className={ROW}>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="font-medium">{priceWords(price)}</span>
            <span className="text-xs text-muted">{priceNotes(price, index, prices.length)}</span>
          </span>
          <IdChip id={price.id} label="Copy the id of the price" />
        </li>
      ))}
    </ul>
  );
}

function priceNotes(price: ProductPrice, index: number, count: number): string {
  const notes = [count > 1 && index === 0 && 'Offered first', trialWords(price)];
  if (price.amount_type === 'custom') {
    const { minimum_amount: least, maximum_amount: most, preset_amount: preset } = price;
    const money = (amount: number) => formatMoney(amount, price.price_currency);
    notes.push(
      preset !== null && `proposes ${money(preset)}`,
      least !== null && `at least ${money(least)}`,
      most !== null && `at most ${money(most)}`,
    );
  }
  const words = notes.filter((note) => typeof note === 'string').join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Benefits({ benefits }: { benefits: Product['benefits'] }) {
  if (benefits.length === 0) {
    return <p className="text-muted">None. A buyer gets the receipt alone.</p>;
  }
  return (
    <ol className="-mt-2 flex flex-col">
      {benefits.map((benefit) => {
        const { icon: Icon, label } = BENEFIT_TYPES[benefit.type];
        return (
          <li key={benefit.id} className={ROW}>
            <Icon aria-hidden className="size-4 shrink-0 self-center text-muted" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <ObjectLink section="benefits" id={benefit.id}>
                {benefit.description}
              </ObjectLink>
            </span>
            <span className="text-xs text-muted">{label}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Gallery({ medias }: { medias: Product['medias'] }) {
  if (medias.length === 0) return <p className="text-muted">No pictures.</p>;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {medias.map((media, index) => (
        <li key={media.id} className="flex min-w-0 flex-col gap-1">
          <a href={media.public_url} target="_blank" rel="noreferrer" className="rounded-control">
            {/* biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it */}
            <img
              src={media.public_url}
              alt={`Number ${index + 1} of ${medias.length}, open it whole`}
              loading="lazy"
              className="aspect-video w-full rounded-control border border-line bg-sunken object-cover"
            />
          </a>
          <span className="flex justify-between gap-2 text-xs text-muted">
            <span className="truncate">{media.name}</span>
            <span className="shrink-0">{media.size_readable}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Fields({ fields }: { fields: Product['attached_custom_fields'] }) {
  if (fields.length === 0) {
    return <p className="text-muted">Nothing more is asked at checkout.</p>;
  }
  return (
    <ol className="-mt-2 flex flex-col">
      {fields.map(({ custom_field: field, required }) => (
        <li key={field.id} className={ROW}>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <ObjectLink section="custom-fields" id={field.id}>
              {field.name}
            </ObjectLink>{' '}
            <span className="font-mono text-xs text-muted">{field.slug}</span>
          </span>
          <span className="text-xs text-muted">
            {FIELD_TYPES[field.type]}, {required ? 'required' : 'optional'}
          </span>
        </li>
      ))}
    </ol>
  );
}
