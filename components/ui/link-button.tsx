import Link from 'next/link';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { type ButtonStyle, buttonClasses } from '@/components/ui/button-classes';

/** A link that looks like a button; one that is blocked is a button without an address, which says why. */
export function LinkButton({
  variant,
  size,
  icon: Icon,
  className,
  children,
  blockedBy,
  blockedById,
  ...rest
}: ComponentProps<typeof Link> &
  ButtonStyle &
  Pick<ComponentProps<typeof Button>, 'blockedBy' | 'blockedById'>) {
  const style = { ...(variant ? { variant } : {}), ...(size ? { size } : {}) };
  if (blockedBy ?? blockedById) {
    return (
      <Button
        {...style}
        {...(Icon ? { icon: Icon } : {})}
        className={className}
        blockedBy={blockedBy}
        blockedById={blockedById}
      >
        {children}
      </Button>
    );
  }
  return (
    <Link prefetch={false} {...rest} className={buttonClasses(style, className)}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </Link>
  );
}
