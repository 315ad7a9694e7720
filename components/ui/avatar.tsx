import { classes } from '@/components/ui/classes';

const TONES = { ink: 'bg-ink text-background', accent: 'bg-selected text-accent' };

/** The square picture of an organization; without one the first letter of its name. */
export function Avatar({
  name,
  src,
  tone = 'ink',
  className,
}: {
  name: string;
  src: string | null;
  /** The background of the letter. */
  tone?: keyof typeof TONES;
  className: string;
}) {
  if (src) {
    return (
      // biome-ignore lint/performance/noImgElement: avatars are small and served as they are
      <img
        src={src}
        alt=""
        className={classes('shrink-0 rounded-control object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-control font-semibold',
        TONES[tone],
        className,
      )}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
