'use client';

import { type RefObject, useEffect } from 'react';
import { LEGAL } from '@/components/hosted-checkout/confirmation-texts';
import { Option } from '@/components/ui/input';
import { isInEu } from '@/lib/contract/eu';
import type { PortalSeller } from '@/lib/resources/portal';

const LINK = 'underline decoration-line hover:decoration-current';

/** What the buyer has agreed to, for the confirmation. */
type Agreed = RefObject<{ waives_withdrawal: true } | undefined>;

/** The seller's terms, and what consumers in the EU are asked: they may have what they buy at once, or withdraw. */
export function LegalPart({
  seller: { termsUrl, refundPolicyUrl },
  country,
  agreed,
}: {
  seller: Pick<PortalSeller, 'termsUrl' | 'refundPolicyUrl'>;
  country: string | null;
  agreed: Agreed;
}) {
  const links = [
    { href: termsUrl, text: LEGAL.terms },
    { href: refundPolicyUrl, text: LEGAL.refunds },
  ].flatMap(({ href, text }) => (href === null ? [] : [{ href, text }]));
  return (
    <div className="flex flex-col gap-3 text-sm text-muted">
      {isInEu(country) && <Waiver key={country} agreed={agreed} />}
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

/** Holds for one country: in another one the buyer is asked again, or not at all. */
function Waiver({ agreed }: { agreed: Agreed }) {
  useEffect(
    () => () => {
      agreed.current = undefined;
    },
    [agreed],
  );
  return (
    <Option
      onChange={({ target }) => {
        agreed.current = target.checked ? { waives_withdrawal: true } : undefined;
      }}
    >
      {LEGAL.waives}
    </Option>
  );
}
