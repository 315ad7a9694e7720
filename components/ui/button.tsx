import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type ButtonStyle, buttonClasses } from '@/components/ui/button-classes';
import { classes } from '@/components/ui/classes';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonStyle {
  /** The call is running: shows a spinner and ignores clicks. */
  pending?: boolean;
  /** Why the action is impossible now, shown beside the button, which ignores clicks. */
  blockedBy?: string | null | undefined;
  /** The id of a text on the page that gives the reason: the button ignores clicks and shows none itself. */
  blockedById?: string | undefined;
}

/** A button. It is never `disabled`, so it keeps the focus and can be read: see `blockedBy` and `pending`. */
export function Button({
  variant,
  size,
  icon: Icon,
  pending = false,
  blockedBy,
  blockedById,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const inert = pending || Boolean(blockedBy ?? blockedById);
  const button = (
    <button
      {...rest}
      type={type}
      className={buttonClasses(
        { ...(variant ? { variant } : {}), ...(size ? { size } : {}) },
        className,
      )}
      aria-busy={pending || undefined}
      aria-disabled={inert || undefined}
      aria-describedby={blockedBy ? reasonId : (blockedById ?? rest['aria-describedby'])}
      onClick={(event) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner /> : Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </button>
  );
  if (!blockedBy) return button;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {button}
      <span id={reasonId} className="text-xs text-muted">
        {blockedBy}
      </span>
    </span>
  );
}

/** A button that is an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'disabled' | 'children'> & { label: string; icon: LucideIcon }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control border border-transparent text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-50 coarse:size-11',
        className,
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}

export function Spinner({ className = 'size-4' }: { className?: string }): ReactNode {
  return <LoaderCircle aria-hidden className={classes('spin shrink-0', className)} />;
}
