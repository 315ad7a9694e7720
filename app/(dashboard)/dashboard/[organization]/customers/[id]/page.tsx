import { CustomerPage } from '@/components/customers/customer-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <CustomerPage id={(await params).id} />;
}
