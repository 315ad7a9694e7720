import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/request-logs/route';
import { RequestsPage } from '@/components/logs/requests-page';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';

export default listRoute(RequestsPage, listRequestLogs, GET);
