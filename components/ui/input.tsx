import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '@/components/ui/classes';

/** How every control of a form looks. */
export const CONTROL =
  'w-full rounded-control border border-control bg-surface text-sm text-ink placeholder:text-muted aria-invalid:border-bad focus-visible:outline-offset-0';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      type={type}
      className={classes(CONTROL, 'h-8 px-2.5 read-only:bg-sunken coarse:h-11', className)}
    />
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={classes(
        CONTROL,
        'field-sizing-content min-h-20 px-2.5 py-1.5 read-only:bg-sunken',
        className,
      )}
    />
  );
}

/** The native select. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...rest} className={classes(CONTROL, 'h-8 appearance-none pr-8 pl-2.5 coarse:h-11')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

/** A radio button without a label; see `Option` for one with a label. */
export function Radio({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="radio" className={classes(MARK, className)} />;
}

const MARK = 'size-4 shrink-0 cursor-pointer';

/** A check box or radio button with its label. */
export function Option({
  type = 'checkbox',
  className,
  children,
  ...rest
}: ComponentProps<'input'> & { type?: 'checkbox' | 'radio' }) {
  return (
    <label
      className={classes(
        'flex min-h-8 w-fit max-w-full items-start gap-2 py-1.5 coarse:min-h-11 coarse:items-center',
        className,
      )}
    >
      <input {...rest} type={type} className="mt-0.5 size-4 shrink-0 cursor-pointer coarse:mt-0" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
