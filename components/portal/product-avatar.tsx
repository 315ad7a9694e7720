import { Avatar } from '@/components/ui/avatar';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The picture of a product that was bought; without one the first letter of its name. */
export function ProductAvatar({
  product: { name, medias },
  className,
}: {
  product: Pick<CustomerOrder['product'], 'name' | 'medias'>;
  className: string;
}) {
  return (
    <Avatar name={name} src={medias[0]?.public_url ?? null} tone="accent" className={className} />
  );
}
