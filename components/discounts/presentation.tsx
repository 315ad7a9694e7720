import { createdColumn } from '@/components/data-table/time-columns';
import { discountState, windowLabel } from '@/components/discounts/discount-state';
import { discountLabel, reductionLabel } from '@/components/purchase/discount-terms';
import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
import { EntityLink } from '@/components/shell/entity-link';
import { Badge } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount, pluralize } from '@/components/ui/money';
import { Time, useNow, useTimeZone } from '@/components/ui/time';
import type { Discount } from '@/lib/resources/discounts/schema';

/** What discounts are called and how they are printed. */
export const DISCOUNT = presentation<Discount>()('discount', {
  name: ({ name }) => name,
  status: discountState,
  subtitle: (discount) => <span>{termsLabel(discount)}</span>,
  fields: {
    name: { label: 'Name', column: { width: 190, sort: 'name', cell: ({ name }) => name } },
    code: {
      label: 'Code',
      column: {
        width: 130,
        sort: 'code',
        mobile: 'sub',
        cell: ({ code }) => <Code code={code} />,
      },
      fact: ({ code }) =>
        code === null ? NO_CODE : <span className="font-mono text-xs break-all">{code}</span>,
    },
    off: { label: 'Amount', value: reductionLabel, column: { width: 90, mobile: 'sub-end' } },
    duration: { label: 'Duration', value: durationLabel, column: { width: 110 } },
    redeemed: {
      label: 'Redeemed',
      value: redeemedOf,
      column: { width: 110, sort: 'redemptions_count', sortFirst: 'desc', align: 'end' },
    },
    window: {
      label: 'Valid',
      column: { width: 180, cell: (discount) => <Window discount={discount} /> },
    },
    state: {
      label: 'State',
      column: { width: 120, mobile: 'end', cell: (discount) => <State discount={discount} /> },
    },
    starts_at: {
      label: 'Starts',
      value: ({ starts_at }) => <Time value={starts_at} show="datetime" empty="Immediately" />,
    },
    ends_at: {
      label: 'Ends',
      value: ({ ends_at }) => <Time value={ends_at} show="datetime" empty="Never" />,
    },
    max_redemptions: { label: 'Maximum redemptions' },
    products: { label: 'Products', value: ({ products }) => <Products products={products} /> },
    created: {
      ...created(),
      column: createdColumn({ width: 130, hidden: true }),
    },
    modified: updated(),
  },
});

const NO_CODE = 'No code';

function Code({ code }: Pick<Discount, 'code'>) {
  if (code === null) return <span className="text-muted">{NO_CODE}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <span className="truncate font-mono text-xs">{code}</span>
      <span className="max-md:hidden">
        <CopyButton value={code} label={`Copy the code ${code}`} />
      </span>
    </span>
  );
}

function Window({ discount }: { discount: Discount }) {
  return windowLabel(discount, useTimeZone(), useNow());
}

function State({ discount }: { discount: Discount }) {
  return <Badge status={discountState(discount, useNow())} />;
}

function Products({ products }: Pick<Discount, 'products'>) {
  if (products.length === 0) return 'All products';
  return (
    <span className="flex flex-col">
      {products.map(({ id, name }) => (
        <EntityLink key={id} section="products" id={id}>
          {name}
        </EntityLink>
      ))}
    </span>
  );
}

/** "Once", "Forever", "For 3 months". */
function durationLabel(discount: Discount): string {
  switch (discount.duration) {
    case 'once':
      return 'Once';
    case 'forever':
      return 'Forever';
    case 'repeating':
      return `For ${pluralize(discount.duration_in_months, 'month')}`;
  }
}

/** "12 of 100", "12". */
function redeemedOf({ redemptions_count, max_redemptions }: Discount): string {
  const count = formatCount(redemptions_count);
  return max_redemptions === null ? count : `${count} of ${formatCount(max_redemptions)}`;
}

/** "25% off once", "$5.00 off for 3 months". */
function termsLabel(discount: Discount): string {
  const duration = durationLabel(discount);
  return `${discountLabel(discount)} ${duration.charAt(0).toLowerCase()}${duration.slice(1)}`;
}
