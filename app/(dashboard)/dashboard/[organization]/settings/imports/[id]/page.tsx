import { pageRoute } from '@/app/(dashboard)/routes';
import { ImportPage } from '@/components/imports/import-page';

export default pageRoute(ImportPage);
