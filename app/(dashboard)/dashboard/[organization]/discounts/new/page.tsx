import { NewDiscountPage } from '@/components/discounts/new-discount-page';

export default function Page() {
  return <NewDiscountPage />;
}
