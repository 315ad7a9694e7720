import { pageRoute } from '@/app/(dashboard)/routes';
import { CustomFieldPage } from '@/components/custom-fields/custom-field-page';

export default pageRoute(CustomFieldPage);
