'use client';

import { LEGAL } from '@/components/hosted-checkout/confirmation-texts';
import { Option } from '@/components/ui/input';
import { isInEu } from '@/lib/contract/eu';
import type { PortalSeller } from '@/lib/resources/portal';

const LINK = 'underline decoration-line hover:decoration-current';

/** The seller's terms, and what consumers in the EU are asked: they may have what they buy at once, or withdraw. */
export function LegalPart({
  seller: { termsUrl, refundPolicyUrl },
  country,
  waives,
  onWaive,
}: {
  seller: Pick<PortalSeller, 'termsUrl' | 'refundPolicyUrl'>;
  country: string | null;
  waives: boolean;
  onWaive: (waives: boolean) => void;
}) {
  const links = [
    { href: termsUrl, text: LEGAL.terms },
    { href: refundPolicyUrl, text: LEGAL.refunds },
  ].flatMap(({ href, text }) => (href === null ? [] : [{ href, text }]));
  return (
    <div className="flex flex-col gap-3 text-sm text-muted">
      {isInEu(country) && (
        <Option checked={waives} onChange={({ target }) => onWaive(target.checked)}>
          {LEGAL.waives}
        </Option>
      )}
      {links.length > 0 && (
        <p className="flex flex-wrap gap-x-4">
          {links.map(({ href, text }) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={LINK}>
              {text}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}
