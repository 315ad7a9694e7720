import { pageRoute } from '@/app/(dashboard)/routes';
import { EditCheckoutPage } from '@/components/checkouts/edit-checkout-page';

export default pageRoute(EditCheckoutPage);
