import { EditCustomerPage } from '@/components/customers/edit-customer-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditCustomerPage id={(await params).id} />;
}
