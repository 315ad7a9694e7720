import { deleteProduct, getProduct, updateProduct } from '@/lib/resources/products/contract';
import * as service from '@/lib/resources/products/service';
import { route } from '@/lib/resources/routes';

export const GET = route.get(getProduct, service.get);
export const PATCH = route.update(updateProduct, service.update);
export const DELETE = route.delete(deleteProduct, service.remove);
