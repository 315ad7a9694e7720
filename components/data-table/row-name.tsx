import type { ReactNode } from 'react';

/** The name of a row behind a picture or an icon no higher than a line of text, in its first cell. */
export function RowName({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2 align-bottom">
      {picture}
      <span className="truncate">{children}</span>
    </span>
  );
}
