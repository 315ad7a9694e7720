import { pageRoute } from '@/app/(dashboard)/routes';
import { NewCheckoutPage } from '@/components/checkouts/new-checkout-page';

export default pageRoute(NewCheckoutPage);
