import { pageRoute } from '@/app/(dashboard)/routes';
import { NewCustomFieldPage } from '@/components/custom-fields/custom-field-form';

export default pageRoute(NewCustomFieldPage);
