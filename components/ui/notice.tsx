import type { ReactNode } from 'react';
import type { Status } from '@/components/ui/badge';
import { classes } from '@/components/ui/classes';

const LOOKS = {
  warn: ['border-warn bg-warn-fill', 'text-warn'],
  bad: ['border-bad bg-bad-fill', 'text-bad'],
  idle: ['border-rule bg-sunken', 'text-muted'],
} as const;

/** A strip above what it is about: what is wrong, and beside it what to do. */
export function Notice({
  look: { tone, icon: Icon },
  actions,
  children,
}: {
  look: { tone: keyof typeof LOOKS; icon: Status['icon'] };
  actions?: ReactNode;
  children: ReactNode;
}) {
  const [strip, mark] = LOOKS[tone];
  return (
    <div
      role="status"
      className={classes('flex flex-wrap items-center gap-3 border-l-2 px-4 py-3', strip)}
    >
      <div className="flex min-w-60 flex-1 gap-3">
        <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', mark)} />
        <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">{children}</div>
      </div>
      {actions}
    </div>
  );
}
