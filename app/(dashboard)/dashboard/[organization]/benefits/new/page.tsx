import { pageRoute } from '@/app/(dashboard)/routes';
import { NewBenefitPage } from '@/components/benefits/new-benefit-page';

export default pageRoute(NewBenefitPage);
