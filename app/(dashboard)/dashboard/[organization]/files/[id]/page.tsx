import { pageRoute } from '@/app/(dashboard)/routes';
import { FilePage } from '@/components/files/file-page';

export default pageRoute(FilePage);
