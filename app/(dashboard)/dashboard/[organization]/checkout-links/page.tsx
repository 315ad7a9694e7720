import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/checkout-links/route';
import { CheckoutLinksPage } from '@/components/checkout-links/checkout-links-page';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';

export default listRoute(CheckoutLinksPage, listCheckoutLinks, GET);
