import { payColors } from '@/components/purchase/accent';
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
  const colors = payColors(accent);
  return (
    <button
      type="submit"
      aria-describedby={describedBy}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      style={colors ?? undefined}
      className={classes(
        'flex min-h-12 w-full items-center justify-center gap-2 rounded-control px-4 py-2 text-base font-semibold hover:opacity-90 aria-disabled:cursor-wait aria-disabled:opacity-70',
        !colors && 'bg-accent text-on-accent',
      )}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
