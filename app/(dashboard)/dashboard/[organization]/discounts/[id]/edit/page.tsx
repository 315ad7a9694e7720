import { pageRoute } from '@/app/(dashboard)/routes';
import { EditDiscountPage } from '@/components/discounts/discount-form';

export default pageRoute(EditDiscountPage);
