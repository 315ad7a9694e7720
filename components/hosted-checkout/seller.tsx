import { Avatar } from '@/components/ui/avatar';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

type Organization = CheckoutPublic['organization'];

/** The seller's name and picture. Pictures of other origins are not loaded: those sites could track buyers. */
export function Seller({ organization, url }: { organization: Organization; url: string }) {
  const { name, avatar_url } = organization;
  const isOwn = avatar_url !== null && URL.parse(avatar_url)?.origin === new URL(url).origin;
  return (
    <p className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={isOwn ? avatar_url : null} className="size-7 text-sm" />
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
    </p>
  );
}
