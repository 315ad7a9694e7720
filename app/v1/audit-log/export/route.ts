import { exportAuditLog } from '@/lib/resources/audit-log/contract';
import * as service from '@/lib/resources/audit-log/service';
import { route } from '@/lib/resources/routes';

export const GET = route.export(exportAuditLog, service.exportAll);
