import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

/** The room around every page: its title begins at the same place, whatever the page is and however wide the screen. */
export const FRAME = 'px-4 pt-5 md:px-8 md:pt-13';

/** As wide as content gets: 1440 px, from the left. */
export const CONTENT = 'max-w-[90rem]';

/** A page that scrolls as a whole. */
export function Frame({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classes(
        'min-h-0 flex-1 pb-12 md:relative md:scroll-pb-24 md:overflow-y-auto print:overflow-visible print:p-0',
        FRAME,
        className,
      )}
    >
      <div className={classes('flex flex-col gap-6', CONTENT)}>{children}</div>
    </div>
  );
}
