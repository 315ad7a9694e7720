import { Check } from 'lucide-react';
import {
  type Payable,
  type Purchase,
  priceSubtitle,
  receiptLines,
  totalLine,
} from '@/components/purchase/summary';
import { NAME_OF_PRODUCT, YOU_GET } from '@/components/purchase/texts';
import { Receipt, type ReceiptLine } from '@/components/ui/receipt';
import { Slip } from '@/components/ui/slip';

/** What buyers see of a product beside its prices. */
export interface Sold {
  name: string;
  description: string | null;
  medias: readonly { public_url: string }[];
  benefits: readonly { id: string; description: string }[];
}

interface SlipProps {
  product: Sold;
  /** Null while the product has no price. */
  purchase: Purchase | null;
  /** When it is charged again, where nothing beside the slip says so. */
  renewal?: string | null;
  payable?: Payable;
  /** Below the total. */
  after?: readonly ReceiptLine[] | undefined;
  /** The level of its headings. */
  heading?: 'h2' | 'h3';
}

/** The buyer's receipt: picture, product, amounts, and when it is charged again; its lower edge is torn. */
export function OrderSlip(props: SlipProps) {
  const { product, purchase, renewal, payable, after, heading: H = 'h2' } = props;
  const [picture] = product.medias;
  return (
    <div className="@container">
      <Slip className="flex flex-col gap-5 px-5 pt-5 pb-4 @md:px-8 @md:pt-7">
        {picture && (
          // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
          <img
            src={picture.public_url}
            alt=""
            className="aspect-[2/1] w-full rounded-control object-cover"
          />
        )}
        <div className="flex flex-col gap-1">
          <H className="text-xl font-semibold tracking-tight">
            {product.name.trim() || <span className="text-muted">{NAME_OF_PRODUCT}</span>}
          </H>
          {purchase && <p className="text-muted">{priceSubtitle(purchase.product_price)}</p>}
        </div>
        {purchase && (
          <Receipt
            large
            lines={receiptLines(purchase)}
            total={totalLine(purchase, payable)}
            after={after}
            currency={purchase.currency}
          />
        )}
        {renewal && <p className="text-sm text-muted">{renewal}</p>}
      </Slip>
    </div>
  );
}

/** The benefits and the description of what is sold. */
export function SoldParts({
  product: { benefits, description },
  heading: H = 'h2',
}: Pick<SlipProps, 'product' | 'heading'>) {
  return (
    <>
      {benefits.length > 0 && (
        <div className="flex flex-col gap-2">
          <H className="text-sm font-medium text-muted">{YOU_GET}</H>
          <ul className="flex flex-col gap-1.5">
            {benefits.map((benefit) => (
              <li key={benefit.id} className="flex items-start gap-2.5">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
                <span className="min-w-0 wrap-anywhere">{benefit.description}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {description?.trim() && (
        <p className="max-w-prose whitespace-pre-line text-muted wrap-anywhere">{description}</p>
      )}
    </>
  );
}
