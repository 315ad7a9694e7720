import { Link2 } from 'lucide-react';
import { presentation } from '@/components/resource/presentation';
import { created, updatedFact } from '@/components/resource/times';
import { useOrganizationPath } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount, pluralize } from '@/components/ui/money';
import { TextLink } from '@/components/ui/text-link';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';

const nameOf = ({ label, product }: CheckoutLink) => label ?? product.name;

/** What checkout links are called and how they are printed. */
export const CHECKOUT_LINK = presentation<CheckoutLink>()('checkout link', {
  name: nameOf,
  fields: {
    label: {
      label: 'Label',
      column: {
        cell: ({ label }) => label ?? <span className="font-normal text-muted">No label</span>,
      },
    },
    product: {
      label: 'Product',
      column: { mobile: 'sub', cell: ({ product }) => product.name },
      fact: ({ product: { id, name } }) => (
        <EntityLink section="products" id={id}>
          {name}
        </EntityLink>
      ),
    },
    sold: {
      label: 'For sale',
      value: ({ product }) => product.is_archived && 'No. The product is archived.',
    },
    discount: { label: 'Discount', column: { cell: ({ discount }) => discount?.name ?? '—' } },
    checkouts: {
      label: 'Checkouts',
      column: { align: 'end', cell: ({ checkouts_count }) => formatCount(checkouts_count) },
      fact: (link) => <Opened link={link} />,
    },
    sales: {
      label: 'Sales',
      column: { align: 'end', cell: ({ succeeded_count }) => formatCount(succeeded_count) },
      fact: salesOf,
    },
    created: created({ width: 130 }),
    modified: updatedFact(),
    link: {
      label: 'Link',
      column: {
        align: 'end',
        mobile: 'end',
        cell: (link) => (
          <CopyButton value={link.url} label={`Copy the link ${nameOf(link)}`} icon={Link2} />
        ),
      },
    },
  },
});

/** How many checkouts it opened, as the way to them. */
function Opened({ link: { id, checkouts_count: count } }: { link: CheckoutLink }) {
  const path = useOrganizationPath();
  if (count === 0) return formatCount(count);
  return (
    <TextLink href={path(`checkouts?checkout_link_id=${id}`)}>
      {`Show ${pluralize(count, 'checkout')}`}
    </TextLink>
  );
}

/** The number of sales, and their share of the checkouts that are over or open. */
function salesOf({ checkouts_count, succeeded_count }: CheckoutLink): string {
  const sales = formatCount(succeeded_count);
  if (checkouts_count === 0) return sales;
  const percent = Math.round((succeeded_count / checkouts_count) * 100);
  return `${sales} (${percent}% of checkouts)`;
}
