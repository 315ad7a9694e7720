'use client';

import { BrokenPage } from '@/components/shell/broken-page';
import { LonePage } from '@/components/shell/lone-page';
import './globals.css';

/** Stands for the whole document, where even its frame broke. */
export default function GlobalError({ error }: { error: Error }) {
  return (
    <html lang="en">
      <body>
        <LonePage>
          <BrokenPage error={error} />
        </LonePage>
      </body>
    </html>
  );
}
