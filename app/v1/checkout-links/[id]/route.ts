import {
  deleteCheckoutLink,
  getCheckoutLink,
  updateCheckoutLink,
} from '@/lib/resources/checkout-links/contract';
import * as service from '@/lib/resources/checkout-links/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getCheckoutLink, service.get);
export const PATCH = route.update(updateCheckoutLink, service.update);
export const DELETE = route.delete(deleteCheckoutLink, service.remove);
