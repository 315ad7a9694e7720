import { useSeller } from '@/components/portal/portal';

/** A link to write to the seller; nothing where they have named no address. */
export function SellerAddress() {
  const { email } = useSeller();
  return (
    email && (
      <a href={`mailto:${email}`} className="underline">
        {email}
      </a>
    )
  );
}
