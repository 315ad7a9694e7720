import { pageRoute } from '@/app/(dashboard)/routes';
import { NewProductPage } from '@/components/products/new-product-page';

export default pageRoute(NewProductPage);
