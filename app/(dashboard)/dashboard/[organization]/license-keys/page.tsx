import type { Metadata } from 'next';
import { LicenseKeysPage } from '@/components/license-keys/license-keys-page';

export const metadata: Metadata = { title: 'License keys' };

export default function Page() {
  return <LicenseKeysPage />;
}
