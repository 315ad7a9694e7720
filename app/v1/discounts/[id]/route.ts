import { deleteDiscount, getDiscount, updateDiscount } from '@/lib/resources/discounts/contract';
import * as service from '@/lib/resources/discounts/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getDiscount, service.get);
export const PATCH = route.update(updateDiscount, service.update);
export const DELETE = route.delete(deleteDiscount, service.remove);
