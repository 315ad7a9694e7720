import { ConnectionsPage } from '@/components/connections/connections-page';
import { publicUrl } from '@/lib/runtime/env';

export default function Page() {
  return <ConnectionsPage publicUrl={publicUrl()} />;
}
