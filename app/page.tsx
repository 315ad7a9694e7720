import type { Metadata } from 'next';
import { findMe } from '@/app/(dashboard)/prefetch';
import { LandingPage } from '@/components/landing/landing-page';

export const metadata: Metadata = { title: 'Tilldesk' };

export default async function FrontPage() {
  return <LandingPage isSignedIn={(await findMe()) !== undefined} />;
}
