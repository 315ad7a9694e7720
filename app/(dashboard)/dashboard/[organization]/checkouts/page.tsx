import { listRoute } from '@/app/(dashboard)/routes';
import { GET as COUNTS } from '@/app/v1/checkouts/custom/counts/route';
import { GET } from '@/app/v1/checkouts/custom/route';
import { CheckoutsPage } from '@/components/checkouts/checkouts-page';
import { countCheckouts, listCheckouts } from '@/lib/resources/checkouts/contract';

export default listRoute(CheckoutsPage, listCheckouts, GET, {
  operation: countCheckouts,
  handler: COUNTS,
});
