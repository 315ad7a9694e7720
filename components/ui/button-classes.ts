import type { LucideIcon } from 'lucide-react';
import { classes } from '@/components/ui/classes';

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Size = 'normal' | 'small';

export interface ButtonStyle {
  variant?: Variant;
  size?: Size;
  icon?: LucideIcon;
}

const VARIANTS: Record<Variant, string> = {
  primary: 'border-primary bg-primary text-on-accent hover:opacity-90',
  secondary: 'border-button-line bg-surface text-ink hover:bg-sunken',
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
