'use client';

import { BrokenPage } from '@/components/shell/broken-page';

export default function ErrorPage({ error }: { error: Error }) {
  return (
    <div className="p-4 md:p-6">
      <BrokenPage error={error} />
    </div>
  );
}
