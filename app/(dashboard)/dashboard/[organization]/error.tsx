'use client';

import { ErrorFallback } from '@/components/errors/error-fallback';
import { Frame } from '@/components/shell/frame';

export default function ErrorPage({ error }: { error: Error }) {
  return (
    <Frame>
      <ErrorFallback error={error} />
    </Frame>
  );
}
