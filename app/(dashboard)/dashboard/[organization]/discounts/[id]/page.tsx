import { pageRoute } from '@/app/(dashboard)/routes';
import { DiscountPage } from '@/components/discounts/discount-page';

export default pageRoute(DiscountPage);
