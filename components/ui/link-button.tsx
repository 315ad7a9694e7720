import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonStyle, buttonClasses } from '@/components/ui/button-classes';

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) {
  return (
    <Link
      prefetch={false}
      {...rest}
      className={buttonClasses(
        { ...(variant ? { variant } : {}), ...(size ? { size } : {}) },
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </Link>
  );
}
