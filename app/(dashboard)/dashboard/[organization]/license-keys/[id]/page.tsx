import type { Metadata } from 'next';
import { LicenseKeyPage } from '@/components/license-keys/license-key-page';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `License key ${(await params).id.slice(-8)}` };
}

export default async function Page({ params }: Props) {
  return <LicenseKeyPage id={(await params).id} />;
}
