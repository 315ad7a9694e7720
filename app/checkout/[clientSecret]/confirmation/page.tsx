import { ConfirmationPage } from '@/components/hosted-checkout/confirmation-page';
import { checkoutRoute } from '../checkout-route';

export default checkoutRoute((props) => <ConfirmationPage {...props} />);
