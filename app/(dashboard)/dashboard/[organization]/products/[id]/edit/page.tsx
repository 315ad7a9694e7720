import { pageRoute } from '@/app/(dashboard)/routes';
import { EditProductPage } from '@/components/products/edit-product-page';

export default pageRoute(EditProductPage);
