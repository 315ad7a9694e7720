import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PortalProviders } from '@/components/portal/portal';
import { findPortalSeller } from '@/lib/resources/portal';

export const metadata: Metadata = {
  description: 'What you have bought.',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

export default async function PortalLayout({
  params,
  children,
}: {
  params: Promise<{ slug: string }>;
  children: ReactNode;
}) {
  const seller = await findPortalSeller((await params).slug);
  if (!seller) notFound();
  return <PortalProviders seller={seller}>{children}</PortalProviders>;
}
