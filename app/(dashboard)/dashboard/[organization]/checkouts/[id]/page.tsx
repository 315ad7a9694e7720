import { pageRoute } from '@/app/(dashboard)/routes';
import { CheckoutPage } from '@/components/checkouts/checkout-page';

export default pageRoute(CheckoutPage);
