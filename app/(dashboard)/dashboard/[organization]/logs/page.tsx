import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/request-logs/route';
import { RequestsPage } from '@/components/logs/requests-page';
import { contracts } from '@/lib/resources/registry';
import { listRequestLogs } from '@/lib/resources/request-logs/contract';

const OPERATIONS = contracts.map(({ id }) => id).sort();

export default listRoute(() => <RequestsPage operations={OPERATIONS} />, listRequestLogs, GET);
