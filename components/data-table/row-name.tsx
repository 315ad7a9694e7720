import type { ReactNode } from 'react';

/** The name of a row behind a picture or an icon, in its first cell. */
export function RowName({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    // Narrower than the cell, so that it stays in one line with the check box.
    <span className="inline-flex max-w-[calc(100%-1.75rem)] min-w-0 items-center gap-2 align-middle">
      {picture}
      <span className="truncate">{children}</span>
    </span>
  );
}
