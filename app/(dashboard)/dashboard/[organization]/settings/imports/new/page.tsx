import { NewImportPage } from '@/components/imports/new-import-page';

export default function Page() {
  return <NewImportPage />;
}
