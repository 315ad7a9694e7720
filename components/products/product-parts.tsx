import { TriangleAlert } from 'lucide-react';
import { lookOf } from '@/components/benefit-types/look/looks';
import { FIELD_TYPES } from '@/components/entities/custom-field-types';
import { priceLabel } from '@/components/entities/price-labels';
import { useWhyNot } from '@/components/form/rights';
import { trialLabel } from '@/components/products/status';
import { PRODUCT_PARTS } from '@/components/products/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { IdChip } from '@/components/ui/id-chip';
import { formatMoney } from '@/components/ui/money';
import { TextLink } from '@/components/ui/text-link';
import { updateBenefit } from '@/lib/resources/benefits/contract';
import type { Product, ProductPrice } from '@/lib/resources/products/schema';

// The parts of a product on its page.

const ROW = 'flex items-baseline gap-3 border-b border-line py-2 last:border-b-0';

/** What it is sold for, the first price first. */
export function Prices({ prices }: { prices: readonly ProductPrice[] }) {
  return (
    <ul className="-mt-2 flex flex-col">
      {prices.map((price, index) => (
        <li key={price.id} className={ROW}>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="font-medium">{priceLabel(price)}</span>
            <span className="text-xs text-muted">{priceNotes(price, index, prices.length)}</span>
          </span>
          <IdChip id={price.id} label={PRODUCT_PARTS.copyTheIdOf} />
        </li>
      ))}
    </ul>
  );
}

function priceNotes(price: ProductPrice, index: number, count: number): string {
  const notes = [count > 1 && index === 0 && PRODUCT_PARTS.default, trialLabel(price)];
  if (price.amount_type === 'custom') {
    const { minimum_amount: least, maximum_amount: most, preset_amount: preset } = price;
    const money = (amount: number) => formatMoney(amount, price.price_currency);
    notes.push(
      preset !== null && PRODUCT_PARTS.proposes(money(preset)),
      least !== null && PRODUCT_PARTS.atLeast(money(least)),
      most !== null && PRODUCT_PARTS.atMost(money(most)),
    );
  }
  const words = notes.filter((note) => typeof note === 'string').join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a buyer gets, in its order. */
export function Benefits({ benefits }: { benefits: Product['benefits'] }) {
  if (benefits.length === 0) {
    return <p className="text-muted">{PRODUCT_PARTS.noBenefitsBuyersGet}</p>;
  }
  return (
    <ol className="-mt-2 flex flex-col">
      {benefits.map((benefit) => {
        const { icon: Icon, label, isEmpty } = lookOf(benefit);
        return (
          <li key={benefit.id} className={ROW}>
            <Icon aria-hidden className="size-4 shrink-0 self-center text-muted" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <EntityLink section="benefits" id={benefit.id}>
                {benefit.description}
              </EntityLink>
              {isEmpty?.(benefit.properties) && <NothingToDownload benefitId={benefit.id} />}
            </span>
            <span className="text-xs text-muted">{label}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Warns that a benefit promises what it does not have, and leads to where it is added. */
function NothingToDownload({ benefitId }: { benefitId: string }) {
  const path = useOrganizationPath();
  const mayAdd = useWhyNot()(updateBenefit) === null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs text-warn">
      <span className="flex items-center gap-1">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        {PRODUCT_PARTS.noFiles}
      </span>
      {mayAdd && (
        <TextLink href={path(`benefits/${benefitId}/edit`)}>{PRODUCT_PARTS.addAFile}</TextLink>
      )}
    </span>
  );
}

/** The pictures; each opens whole. */
export function Gallery({ medias }: { medias: Product['medias'] }) {
  if (medias.length === 0) return <p className="text-muted">{PRODUCT_PARTS.noImages}</p>;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {medias.map((media, index) => (
        <li key={media.id} className="flex min-w-0 flex-col gap-1">
          <a href={media.public_url} target="_blank" rel="noreferrer" className="rounded-control">
            {/* biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it */}
            <img
              src={media.public_url}
              alt={PRODUCT_PARTS.numberOfOpenFull(index + 1, medias.length)}
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

/** What is asked at checkout. */
export function Fields({ fields }: { fields: Product['attached_custom_fields'] }) {
  if (fields.length === 0) {
    return <p className="text-muted">{PRODUCT_PARTS.checkoutAsksForNothing}</p>;
  }
  return (
    <ol className="-mt-2 flex flex-col">
      {fields.map(({ custom_field: field, required }) => (
        <li key={field.id} className={ROW}>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <EntityLink section="custom-fields" id={field.id}>
              {field.name}
            </EntityLink>{' '}
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
