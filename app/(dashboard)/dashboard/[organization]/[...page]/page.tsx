import { notFound } from 'next/navigation';

/** Catch-all: every unknown path is a 404 with the organization's layout. */
export default function Page() {
  notFound();
}
