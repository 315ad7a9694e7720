import { LOOKS } from '@/components/benefit-types/look/looks';
import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
import { formatCount } from '@/components/ui/money';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';

/** What benefits are called and how they are printed in a list. */
export const BENEFIT = presentation<Benefit>()('benefit', {
  name: ({ description }) => description,
  fields: {
    description: {
      label: 'Description',
      column: { sort: 'description', cell: ({ description }) => description },
    },
    type: {
      label: 'Type',
      column: { sort: 'type', mobile: 'sub', cell: ({ type }) => <TypeName type={type} /> },
    },
    products: {
      label: 'Products',
      column: {
        align: 'end',
        mobile: 'end',
        cell: ({ products_count }) => formatCount(products_count ?? 0),
      },
    },
    created: created(),
    updated: updated(),
  },
});

function TypeName({ type }: { type: BenefitType }) {
  const { icon: Icon, label } = LOOKS[type];
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {label}
    </span>
  );
}
