import { pageRoute } from '@/app/(dashboard)/routes';
import { CheckoutLinkPage } from '@/components/checkout-links/checkout-link-page';

export default pageRoute(CheckoutLinkPage);
