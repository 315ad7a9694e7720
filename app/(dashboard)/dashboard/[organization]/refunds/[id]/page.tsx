import { pageRoute } from '@/app/(dashboard)/routes';
import { RefundPage } from '@/components/refunds/refund-page';

export default pageRoute(RefundPage);
