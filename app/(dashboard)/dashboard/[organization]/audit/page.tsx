import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/audit-log/route';
import { AuditPage } from '@/components/audit/audit-page';
import { listAuditLog } from '@/lib/resources/audit-log/contract';

export default listRoute(AuditPage, listAuditLog, GET);
