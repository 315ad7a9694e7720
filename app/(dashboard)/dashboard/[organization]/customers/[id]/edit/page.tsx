import { pageRoute } from '@/app/(dashboard)/routes';
import { EditCustomerPage } from '@/components/customers/customer-form';

export default pageRoute(EditCustomerPage);
