import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/custom-fields/route';
import { CustomFieldsPage } from '@/components/custom-fields/custom-fields-page';
import { listCustomFields } from '@/lib/resources/custom-fields/contract';

export default listRoute(CustomFieldsPage, listCustomFields, GET);
