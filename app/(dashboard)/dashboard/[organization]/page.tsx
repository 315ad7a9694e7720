import type { Metadata } from 'next';
import { HomePage } from '@/components/organizations/home-page';

export const metadata: Metadata = { title: 'Home' };

export default function Page() {
  return <HomePage />;
}
