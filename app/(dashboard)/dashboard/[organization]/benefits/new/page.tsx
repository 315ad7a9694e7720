import { NewBenefitPage } from '@/components/benefits/new-benefit-page';

export default function Page() {
  return <NewBenefitPage />;
}
