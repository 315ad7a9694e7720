import type { ReactNode } from 'react';

/** Shown in place of what is not there: what will be listed here, or that there is no such page or record. */
export function EmptyState({
  title,
  children,
  actions,
  isPage = false,
  drawing = 'empty',
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** It replaces the whole page, so its title is the `h1`. */
  isPage?: boolean;
  /** Drawn in `app/globals.css`. */
  drawing?: 'empty' | 'page' | 'record';
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-start gap-4 py-8 in-[section]:py-4! sm:py-10">
      <div aria-hidden className={`drawing drawing-${drawing}`} />
      <div className="flex max-w-prose flex-col gap-1">
        <Title className="text-lg font-semibold in-[section]:text-base">{title}</Title>
        {children && <div className="text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
