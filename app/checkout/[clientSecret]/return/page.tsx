import { CheckoutPage } from '@/components/hosted-checkout/checkout-page';
import { checkoutRoute } from '../checkout-route';

/** Where a buyer comes back to from a page of his bank. */
export default checkoutRoute((props) => <CheckoutPage {...props} isReturn />);
