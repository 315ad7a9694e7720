import { type OrganizationPageProps, PrefetchOrganizationList } from '@/app/(dashboard)/prefetch';
import { GET } from '@/app/v1/checkout-links/route';
import { CheckoutLinksPage } from '@/components/checkout-links/checkout-links-page';
import { listCheckoutLinks } from '@/lib/resources/checkout-links/contract';

export default function Page(props: OrganizationPageProps) {
  return (
    <PrefetchOrganizationList operation={listCheckoutLinks} handler={GET} {...props}>
      <CheckoutLinksPage />
    </PrefetchOrganizationList>
  );
}
