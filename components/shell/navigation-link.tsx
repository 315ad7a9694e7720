import type { LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { classes } from '@/components/ui/classes';

/** A page in the column beside all pages. */
export function NavigationLink({
  href,
  label,
  icon: Icon,
  isCurrent,
  onNavigate,
}: {
  href: string;
  label: string;
  icon: LucideIcon;
  isCurrent: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onNavigate && { onClick: onNavigate })}
      className={classes(
        'flex h-7 short:h-6 items-center gap-2 border-l-2 px-2.5 outline-offset-[-2px] coarse:h-11',
        isCurrent
          ? 'border-accent bg-selected font-medium text-ink'
          : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', isCurrent && 'text-accent')} />
      {label}
    </Link>
  );
}
