import type { Metadata } from 'next';
import { LandingPage } from '@/components/landing/landing-page';

export const metadata: Metadata = { title: 'Tilldesk' };

export default function FrontPage() {
  return <LandingPage />;
}
