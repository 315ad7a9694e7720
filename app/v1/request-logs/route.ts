import { listRequestLogs } from '@/lib/resources/request-logs/contract';
import * as service from '@/lib/resources/request-logs/service';
import { route } from '@/lib/resources/routes';

export const GET = route.list(listRequestLogs, service.listAll);
