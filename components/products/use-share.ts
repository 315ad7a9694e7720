import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { SHARE } from '@/components/products/texts';
import { useOrganization } from '@/components/session/organization';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { createCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import type { CheckoutLink } from '@/lib/resources/checkout-links/schema';
import type { Product } from '@/lib/resources/products/schema';

/**
 * Shares a product by its checkout link: the oldest that sells it as it is, without a price of its own or a discount,
 * or one that is made now. `link` is it while it is shown.
 */
export function useShare({ id, name }: Product) {
  const client = useQueryClient();
  const { id: organizationId } = useOrganization();
  const create = useCommand(createCheckoutLink);
  const whyNot = useWhyNot()(createCheckoutLink);
  const [link, setLink] = useState<CheckoutLink | null>(null);
  const [isOpening, setOpening] = useState(false);

  async function findLink(): Promise<CheckoutLink | undefined> {
    const ofProduct = { organization_id: [organizationId], product_id: [id] };
    const oldest = { ...ofProduct, sorting: ['created_at' as const], limit: 100 };
    const asked = { ...query(listCheckoutLinks, { query: oldest }), staleTime: 0 };
    const { items } = await client.fetchQuery(asked);
    return items.find((one) => one.product_price_id === null && one.discount_id === null);
  }

  return {
    link,
    pending: isOpening,
    /** Where there is no link and the caller's role can't make one, says so. */
    async open() {
      setOpening(true);
      try {
        const found = await findLink();
        if (!found && whyNot) showToast(whyNot);
        else setLink(found ?? (await create.mutateAsync({ body: { product_id: id } })));
      } catch (error) {
        showErrorToast(SHARE.failed(name), error);
      } finally {
        setOpening(false);
      }
    },
    close: () => setLink(null),
  };
}
