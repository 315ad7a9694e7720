import { createCheckoutLink, listCheckoutLinks } from '@/lib/resources/checkout-links/contract';
import * as service from '@/lib/resources/checkout-links/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listCheckoutLinks, service.listAll);
export const POST = route.create(createCheckoutLink, service.create);
