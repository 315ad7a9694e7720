import { DiscountPage } from '@/components/discounts/discount-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <DiscountPage id={(await params).id} />;
}
