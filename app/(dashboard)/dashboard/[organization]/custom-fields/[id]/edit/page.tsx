import { pageRoute } from '@/app/(dashboard)/routes';
import { EditCustomFieldPage } from '@/components/custom-fields/custom-field-form';

export default pageRoute(EditCustomFieldPage);
