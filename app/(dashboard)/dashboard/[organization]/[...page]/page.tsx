import { notFound } from 'next/navigation';

/** What no other page takes. */
export default function Page() {
  notFound();
}
