import { UnknownPage } from '@/components/shell/unknown-page';

export default function NotFound() {
  return <UnknownPage />;
}
