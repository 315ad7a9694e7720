import { AdvertisementPage } from '@/components/portal/advertisement-page';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <AdvertisementPage id={id} />;
}
