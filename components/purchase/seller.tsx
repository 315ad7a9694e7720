import { Avatar } from '@/components/ui/avatar';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/**
 * The seller's name and picture as buyers see them. Pictures of other origins than `url`'s are not loaded:
 * those sites could track buyers.
 */
export function Seller({
  organization: { name, avatar_url },
  url,
}: {
  organization: Pick<CheckoutPublic['organization'], 'name' | 'avatar_url'>;
  url: string | null;
}) {
  const isOwn =
    avatar_url !== null && url !== null && URL.parse(avatar_url)?.origin === new URL(url).origin;
  return <SellerName name={name} pictureUrl={isOwn ? avatar_url : null} />;
}

/** A seller by name and picture; the first letter of the name where there is no picture. */
export function SellerName({ name, pictureUrl }: { name: string; pictureUrl: string | null }) {
  return (
    <p className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={pictureUrl} className="size-7 text-sm" />
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
    </p>
  );
}
