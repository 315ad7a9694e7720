import type { ReactNode } from 'react';

/** Shown where there are no items yet: what will be listed here, and the next action. */
export function EmptyState({
  title,
  children,
  actions,
  isPage = false,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** It replaces the whole page, so its title is the `h1`. */
  isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-start gap-4 py-8 sm:py-10">
      {/* An unused page of the ledger. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 96 64"
        className="h-16 w-24 text-control"
        fill="none"
        stroke="currentColor"
      >
        <path d="M.5 12.5h95M.5 24.5h95M.5 36.5h95M.5 48.5h95" strokeDasharray="1 3" />
        <path d="M68.5 4v56" className="text-bad" />
        <path d="M68.5 57.5h27M68.5 60.5h27" className="text-ink" />
      </svg>
      <div className="flex max-w-prose flex-col gap-1">
        <Title className="text-lg font-semibold">{title}</Title>
        {children && <div className="text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
