import { EditCustomFieldPage } from '@/components/custom-fields/edit-custom-field-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <EditCustomFieldPage id={(await params).id} />;
}
