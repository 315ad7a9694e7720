import { EditDiscountPage } from '@/components/discounts/edit-discount-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditDiscountPage id={(await params).id} />;
}
