import { countDiscounts } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(countDiscounts, service.countAll);
