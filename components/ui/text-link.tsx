import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';

/** A link within text or facts. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...rest}
      className={classes(
        'text-accent underline decoration-line hover:decoration-current',
        className,
      )}
    />
  );
}

/** A link to a page outside the product, in a tab of its own, which is not told where it was opened. */
export function OutsideLink(props: Omit<ComponentProps<typeof TextLink>, 'target' | 'rel'>) {
  return <TextLink {...props} target="_blank" rel="noreferrer" />;
}
