import type { CheckoutPublic } from '@/lib/checkouts/schema';

type Organization = CheckoutPublic['organization'];

/** Whose shop it is. Pictures of other sites stay out: they would learn of every buyer. */
export function Seller({ organization, url }: { organization: Organization; url: string }) {
  const { name, avatar_url } = organization;
  const isOwn = avatar_url !== null && URL.parse(avatar_url)?.origin === new URL(url).origin;
  return (
    <p className="flex min-w-0 items-center gap-2.5">
      {isOwn ? (
        // biome-ignore lint/performance/noImgElement: avatars are small and served as they are
        <img src={avatar_url} alt="" width={28} height={28} className="size-7 rounded-control" />
      ) : (
        <span
          aria-hidden
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-control bg-ink text-sm font-semibold text-background"
        >
          {[...name.trim()][0]?.toUpperCase()}
        </span>
      )}
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
    </p>
  );
}
