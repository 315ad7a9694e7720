import { ChevronRight } from 'lucide-react';
import type { ReactNode, ToggleEvent } from 'react';
import { classes } from '@/components/ui/classes';

/** What is folded away until its label is pressed. */
export function Disclosure({
  label,
  className,
  labelClass,
  onOpen,
  children,
}: {
  label: ReactNode;
  className?: string;
  labelClass?: string;
  onOpen?: () => void;
  children: ReactNode;
}) {
  return (
    <details
      className={classes('group', className)}
      // Without it no function is passed: pages that the server alone renders have none.
      {...(onOpen && {
        onToggle: ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => {
          if (currentTarget.open) onOpen();
        },
      })}
    >
      <summary
        className={classes(
          'flex w-fit list-none items-center gap-1 rounded-control coarse:min-h-11 [&::-webkit-details-marker]:hidden',
          labelClass,
        )}
      >
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        {label}
      </summary>
      {children}
    </details>
  );
}
