import { listRoute } from '@/app/(dashboard)/routes';
import { GET } from '@/app/v1/benefits/route';
import { BenefitsPage } from '@/components/benefits/benefits-page';
import { listBenefits } from '@/lib/resources/benefits/contract';

export default listRoute(BenefitsPage, listBenefits, GET);
