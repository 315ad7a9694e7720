import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';

const BOLD = { fontFamily: 'sans-serif', fontWeight: 700, textAnchor: 'middle' } as const;

/** Drawings of our own of the brands, by the words of payment processors, each on a card of 32 × 20. */
const ART: Record<string, ReactNode> = {
  visa: (
    <>
      <rect width="32" height="20" rx="3" fill="#1a2f7a" />
      <text x="16" y="13.6" fill="#fff" fontSize="10" fontStyle="italic" style={BOLD}>
        VISA
      </text>
    </>
  ),
  mastercard: (
    <>
      <rect width="32" height="20" rx="3" fill="#26282d" />
      <circle cx="12.5" cy="10" r="6" fill="#e0252f" />
      <circle cx="19.5" cy="10" r="6" fill="#f2a12e" />
      <path d="M16 5.13a6 6 0 0 1 0 9.74 6 6 0 0 1 0-9.74z" fill="#f0662c" />
    </>
  ),
  amex: (
    <>
      <rect width="32" height="20" rx="3" fill="#1c6fc4" />
      <text x="16" y="13" fill="#fff" fontSize="8" style={BOLD}>
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <rect x=".5" y=".5" width="31" height="19" rx="2.5" fill="#fff" stroke="#b9b6ac" />
      <path d="M32 11v6a3 3 0 0 1-3 3H13c8-1 14-4 19-9z" fill="#ef7d22" />
      <text x="16" y="10" fill="#26282d" fontSize="5.5" style={BOLD}>
        DISCOVER
      </text>
    </>
  ),
  diners: (
    <>
      <rect width="32" height="20" rx="3" fill="#0d5b8f" />
      <circle cx="16" cy="10" r="6.5" fill="#fff" />
      <path d="M14 5.6a4.6 4.6 0 0 0 0 8.8zm4 0v8.8a4.6 4.6 0 0 0 0-8.8z" fill="#0d5b8f" />
    </>
  ),
  jcb: (
    <>
      <rect x=".5" y=".5" width="31" height="19" rx="2.5" fill="#fff" stroke="#b9b6ac" />
      <rect x="6" y="4" width="6" height="12" rx="2" fill="#1b62ab" />
      <rect x="13" y="4" width="6" height="12" rx="2" fill="#d0213c" />
      <rect x="20" y="4" width="6" height="12" rx="2" fill="#2b8a3e" />
    </>
  ),
  unionpay: (
    <>
      <rect width="32" height="20" rx="3" fill="#0b6b73" />
      <path d="M3 0h11l-4 20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#d12d36" />
      <path d="M14 0h8l-4 20h-8z" fill="#1b4f86" />
    </>
  ),
};

/** The brand of a card as a picture; any card where it is not known. */
export function CardArt({
  brand,
  name,
}: {
  brand: string;
  /** Read to screen readers, where no text beside the picture says it. */
  name?: string;
}) {
  if (!Object.hasOwn(ART, brand)) return <CreditCard aria-hidden className="size-4 shrink-0" />;
  return (
    <svg
      width="32"
      height="20"
      viewBox="0 0 32 20"
      className="shrink-0"
      role="img"
      aria-label={name}
      aria-hidden={name === undefined}
    >
      {ART[brand]}
    </svg>
  );
}
