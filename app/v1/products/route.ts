import { createProduct, listProducts } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listProducts, service.listAll);
export const POST = route.create(createProduct, service.create);
