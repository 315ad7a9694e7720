'use client';

import { ErrorFallback } from '@/components/shell/error-fallback';
import { StandalonePage } from '@/components/shell/standalone-page';
import './globals.css';

/** Stands for the whole document, where even its frame broke. */
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
