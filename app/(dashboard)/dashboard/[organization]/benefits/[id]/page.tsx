import { BenefitPage } from '@/components/benefits/benefit-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <BenefitPage id={(await params).id} />;
}
