import { payButtonLook } from '@/components/purchase/accent';
import { Spinner } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';

/** The submit button of the checkout, in the seller's accent color. */
export function PayButton({
  accent,
  pending,
  describedBy,
  children,
}: {
  accent: string | null;
  pending: boolean;
  describedBy?: string | undefined;
  children: string;
}) {
  const look = payButtonLook(accent);
  return (
    <button
      type="submit"
      aria-describedby={describedBy}
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
