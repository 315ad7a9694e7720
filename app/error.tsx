'use client';

import { ErrorFallback } from '@/components/errors/error-fallback';
import { StandalonePage } from '@/components/shell/standalone-page';

export default function ErrorPage({ error }: { error: Error }) {
  return (
    <StandalonePage>
      <ErrorFallback error={error} />
    </StandalonePage>
  );
}
