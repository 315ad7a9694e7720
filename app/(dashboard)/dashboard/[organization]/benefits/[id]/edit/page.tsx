import { EditBenefitPage } from '@/components/benefits/edit-benefit-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditBenefitPage id={(await params).id} />;
}
