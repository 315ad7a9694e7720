import { classes } from '@/components/ui/classes';

/** A square picture of a shop at any size; without one the first letter of its name. */
export function Avatar({
  name,
  src,
  className,
}: {
  name: string;
  src: string | null;
  className: string;
}) {
  if (src) {
    return (
      // biome-ignore lint/performance/noImgElement: avatars are small and served as they are
      <img src={src} alt="" className={classes('rounded-control object-cover', className)} />
    );
  }
  return (
    <span
      aria-hidden
      className={classes(
        'inline-flex items-center justify-center rounded-control bg-ink font-semibold text-background',
        className,
      )}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
