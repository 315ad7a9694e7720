import { type ReactNode, useId } from 'react';
import { classes } from '@/components/ui/classes';

/** A section of a page, its title underlined. */
export function Section({
  title,
  aside,
  children,
  className,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('flex flex-col gap-3', className)}>
      <div className="flex min-h-8 items-baseline-last justify-between gap-3 border-b border-rule pb-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside && <div className="no-print text-xs">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
