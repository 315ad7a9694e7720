'use client';

import { ErrorFallback } from '@/components/errors/error-fallback';
import { StandalonePage } from '@/components/shell/standalone-page';
import './globals.css';

/** Replaces the whole document if the root layout fails. */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en">
      <body>
        <StandalonePage>
          <ErrorFallback error={error} />
        </StandalonePage>
      </body>
    </html>
  );
}
