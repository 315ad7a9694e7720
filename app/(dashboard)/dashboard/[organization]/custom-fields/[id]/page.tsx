import { CustomFieldPage } from '@/components/custom-fields/custom-field-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <CustomFieldPage id={(await params).id} />;
}
