'use client';

import { BrokenPage } from '@/components/shell/broken-page';
import { LonePage } from '@/components/shell/lone-page';

export default function ErrorPage({ error }: { error: Error }) {
  return (
    <LonePage>
      <BrokenPage error={error} />
    </LonePage>
  );
}
