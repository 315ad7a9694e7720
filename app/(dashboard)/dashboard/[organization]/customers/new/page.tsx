import { NewCustomerPage } from '@/components/customers/new-customer-page';

export default function Page() {
  return <NewCustomerPage />;
}
