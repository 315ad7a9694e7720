import { payButtonLook } from '@/components/purchase/accent';
import { Spinner } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';

/** The main link of a hosted page, which looks like its main button. */
export function PayLink({
  accent,
  href,
  onClick,
  children,
}: {
  accent: string | null;
  href: string;
  onClick?: (() => void) | undefined;
  children: string;
}) {
  const { style, className } = payButtonLook(accent);
  return (
    <a
      href={href}
      onClick={onClick}
      style={style}
      className={classes(className, 'no-print hover:opacity-90')}
    >
      {children}
    </a>
  );
}

/** The main button of a hosted page, in the seller's accent color. Clicks are ignored while `pending`. */
export function PayButton({
  accent,
  pending,
  type = 'submit',
  describedBy,
  onClick,
  children,
}: {
  accent: string | null;
  pending: boolean;
  type?: 'submit' | 'button';
  describedBy?: string | undefined;
  onClick?: () => void;
  children: string;
}) {
  const look = payButtonLook(accent);
  return (
    <button
      type={type}
      aria-describedby={describedBy}
      onClick={pending ? undefined : onClick}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      style={look.style}
      className={classes(
        look.className,
        'hover:opacity-90 aria-disabled:cursor-wait aria-disabled:opacity-70',
      )}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
