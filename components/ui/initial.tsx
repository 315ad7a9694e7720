/** A picture of a person or organization; without one the first letter on the accent. */
export function Initial({ name, src }: { name: string; src?: string | null }) {
  if (src) {
    return (
      // biome-ignore lint/performance/noImgElement: avatars are small and served as they are
      <img
        src={src}
        alt=""
        width={20}
        height={20}
        className="size-5 shrink-0 rounded-control object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-control bg-selected text-xs font-semibold text-accent"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
