import { pageRoute } from '@/app/(dashboard)/routes';
import { AuditEntryPage } from '@/components/audit/audit-entry-page';

export default pageRoute(AuditEntryPage);
