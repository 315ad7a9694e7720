import { RowName } from '@/components/data-table/row-name';
import { priceListLabel } from '@/components/entities/price-labels';
import { ProductPicture } from '@/components/products/product-picture';
import { billingTypeLabel, productStatus } from '@/components/products/status';
import { presentation } from '@/components/resource/presentation';
import { created, updated } from '@/components/resource/times';
import { Badge } from '@/components/ui/badge';
import { formatCount } from '@/components/ui/money';
import type { Product } from '@/lib/resources/products/schema';

/** What products are called and how they are printed. */
export const PRODUCT = presentation<Product>()('product', {
  name: ({ name }) => name,
  fields: {
    name: {
      label: 'Name',
      column: {
        width: 235,
        sort: 'name',
        cell: (product) => (
          <RowName picture={<ProductPicture product={product} />}>{product.name}</RowName>
        ),
      },
    },
    description: {
      label: 'Description',
      value: ({ description }) =>
        description && <span className="whitespace-pre-line">{description}</span>,
    },
    price: {
      label: 'Price',
      column: {
        width: 235,
        sort: 'price_amount',
        sortFirst: 'desc',
        mobile: 'sub',
        cell: ({ prices }) => priceListLabel(prices),
      },
    },
    type: {
      label: 'Type',
      value: billingTypeLabel,
      column: { width: 120, sort: 'price_type' },
    },
    state: {
      label: 'State',
      column: {
        width: 110,
        mobile: 'end',
        cell: (product) => <Badge status={productStatus(product)} />,
      },
    },
    benefits: {
      label: 'Benefits',
      column: { width: 100, align: 'end', cell: ({ benefits }) => formatCount(benefits.length) },
    },
    images: { label: 'Images' },
    custom_fields: { label: 'Custom fields' },
    created: created({ width: 120 }),
    modified: updated(),
  },
});
