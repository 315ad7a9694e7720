import { pageRoute } from '@/app/(dashboard)/routes';
import { NewCustomerPage } from '@/components/customers/customer-form';

export default pageRoute(NewCustomerPage);
