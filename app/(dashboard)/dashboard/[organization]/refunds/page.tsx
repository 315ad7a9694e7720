import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/refunds/route';
import { RefundsPage } from '@/components/refunds/refunds-page';
import { listRefunds } from '@/lib/resources/refunds/contract';

export default listRoute(RefundsPage, listRefunds, GET);
