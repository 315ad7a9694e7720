import { NewCustomFieldPage } from '@/components/custom-fields/new-custom-field-page';

export default function Page() {
  return <NewCustomFieldPage />;
}
