import { pageRoute } from '@/app/(dashboard)/routes';
import { NewCheckoutLinkPage } from '@/components/checkout-links/new-checkout-link-page';

export default pageRoute(NewCheckoutLinkPage);
