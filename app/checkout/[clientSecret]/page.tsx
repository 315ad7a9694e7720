import { CheckoutPage } from '@/components/hosted-checkout/checkout-page';
import { checkoutRoute } from './checkout-route';

export default checkoutRoute((props) => <CheckoutPage {...props} />);
