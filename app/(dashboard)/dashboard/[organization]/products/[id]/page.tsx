import { pageRoute } from '@/app/(dashboard)/routes';
import { ProductPage } from '@/components/products/product-page';

export default pageRoute(ProductPage);
