import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '@/components/ui/classes';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'normal' | 'small';

export interface ButtonStyle {
  variant?: Variant;
  size?: Size;
  icon?: LucideIcon;
}

const VARIANTS: Record<Variant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:opacity-90',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  ghost: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-bad bg-bad text-on-bad hover:opacity-90',
};

/** The classes of a button, for links that look like one. */
export function buttonClasses(
  { variant = 'secondary', size = 'normal' }: ButtonStyle,
  ...more: (string | undefined)[]
) {
  return classes(
    'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none',
    size === 'small' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    'coarse:h-11 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    VARIANTS[variant],
    ...more,
  );
}

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

export function Spinner(): ReactNode {
  return <LoaderCircle aria-hidden className="spin size-4 shrink-0" />;
}
