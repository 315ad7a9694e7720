import type { ReactNode } from 'react';
import { takeFocus } from '@/components/hosted-checkout/checkout-frame';
import { ProductAvatar } from '@/components/portal/product-avatar';
import type { CustomerOrder } from '@/lib/resources/orders/schema';

/** The heading of a page, focused when it appears, so that screen readers read it. */
export function PortalTitle({ children }: { children: ReactNode }) {
  return (
    <h1
      ref={takeFocus}
      tabIndex={-1}
      className="text-xl font-semibold tracking-tight wrap-anywhere outline-none"
    >
      {children}
    </h1>
  );
}

/** The head of the page of a purchase: the product with its picture, and below its name where the purchase is. */
export function PurchaseTitle({
  product,
  children,
}: {
  product: Pick<CustomerOrder['product'], 'name' | 'medias'>;
  children: ReactNode;
}) {
  return (
    <header className="flex items-center gap-4">
      <ProductAvatar product={product} className="size-14 text-xl" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <PortalTitle>{product.name}</PortalTitle>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">{children}</p>
      </div>
    </header>
  );
}
