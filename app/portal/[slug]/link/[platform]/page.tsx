import { notFound } from 'next/navigation';
import { LinkPage } from '@/components/portal/link-page';
import { Platform } from '@/lib/resources/linked-accounts/schema';

export default async function Page({ params }: { params: Promise<{ platform: string }> }) {
  const platform = Platform.safeParse((await params).platform);
  if (!platform.success) notFound();
  return <LinkPage platform={platform.data} />;
}
