'use client';

import { ErrorFallback } from '@/components/errors/error-fallback';

export default function ErrorPage({ error }: { error: Error }) {
  return (
    <div className="p-4 md:p-6">
      <ErrorFallback error={error} />
    </div>
  );
}
