import { Package } from 'lucide-react';
import { classes } from '@/components/ui/classes';
import type { Product } from '@/lib/resources/products/schema';

/** As high as a line of text. */
const SHAPE = 'size-5 shrink-0 rounded-control';

/** The first picture of a product as a thumbnail; without one an icon. */
export function ProductPicture({ product: { medias } }: { product: Pick<Product, 'medias'> }) {
  const [first] = medias;
  if (!first) {
    return (
      <span
        aria-hidden
        className={classes(SHAPE, 'inline-flex items-center justify-center bg-sunken text-muted')}
      >
        <Package className="size-1/2" strokeWidth={1.75} />
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
    <img src={first.public_url} alt="" loading="lazy" className={classes(SHAPE, 'object-cover')} />
  );
}
