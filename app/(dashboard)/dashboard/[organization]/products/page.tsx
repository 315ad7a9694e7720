import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/products/route';
import { ProductsPage } from '@/components/products/products-page';
import { listProducts } from '@/lib/resources/products/contract';

export default listRoute(ProductsPage, listProducts, GET);
