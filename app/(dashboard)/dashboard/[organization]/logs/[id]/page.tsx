import { pageRoute } from '@/app/(dashboard)/routes';
import { RequestPage } from '@/components/logs/request-page';

export default pageRoute(RequestPage);
