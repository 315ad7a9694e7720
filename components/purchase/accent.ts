import { classes } from '@/components/ui/classes';
import { accentOf, LABELS, type Shade } from '@/lib/contract/accent';

/** The pay button in the seller's accent with a black or white label, in the product's own without one. */
export function payButtonLook(color: string | null) {
  const accent = accentOf(color);
  const pair = (of: (shade: Shade) => string) =>
    accent ? `light-dark(${of(accent.light)}, ${of(accent.dark)})` : '';
  return {
    className: classes(
      'flex min-h-12 w-full items-center justify-center gap-2 rounded-control px-4 py-2 text-base font-semibold',
      !accent && 'bg-accent text-on-accent',
    ),
    style: accent
      ? { background: pair((shade) => shade.color), color: pair((shade) => LABELS[shade.label]) }
      : undefined,
  };
}
