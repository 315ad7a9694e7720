import { pageRoute } from '@/app/(dashboard)/routes';
import { EditBenefitPage } from '@/components/benefits/edit-benefit-page';

export default pageRoute(EditBenefitPage);
