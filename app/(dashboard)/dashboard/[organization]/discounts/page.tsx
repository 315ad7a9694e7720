import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/discounts/route';
import { DiscountsPage } from '@/components/discounts/discounts-page';
import { listDiscounts } from '@/lib/resources/discounts/contract';

export default listRoute(DiscountsPage, listDiscounts, GET);
