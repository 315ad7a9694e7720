import { LicenseKeysPage } from '@/components/license-keys/license-keys-page';

export default function Page() {
  return <LicenseKeysPage />;
}
