import { LicenseKeyPage } from '@/components/license-keys/license-key-page';

interface Props {
  params: Promise<{ id: string }>;
}

export default async function Page({ params }: Props) {
  return <LicenseKeyPage id={(await params).id} />;
}
