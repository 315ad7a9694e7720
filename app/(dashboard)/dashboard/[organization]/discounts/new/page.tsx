import { pageRoute } from '@/app/(dashboard)/routes';
import { NewDiscountPage } from '@/components/discounts/discount-form';

export default pageRoute(NewDiscountPage);
