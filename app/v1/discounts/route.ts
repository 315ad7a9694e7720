import { createDiscount, listDiscounts } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listDiscounts, service.listAll);
export const POST = route.create(createDiscount, service.create);
