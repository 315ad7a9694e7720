import { pageRoute } from '@/app/(dashboard)/routes';
import { CustomerPage } from '@/components/customers/customer-page';

export default pageRoute(CustomerPage);
