import { pageRoute } from '@/app/(dashboard)/routes';
import { BenefitPage } from '@/components/benefits/benefit-page';

export default pageRoute(BenefitPage);
