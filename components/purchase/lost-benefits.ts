import { pluralize } from '@/components/ui/money';

interface Lost {
  /** Of grants, those that give license keys among them. */
  benefits_revoked: number;
  keys_revoked: number;
}

/** What a buyer loses, each once: `2 benefits and 1 license key`; empty for nothing. */
export function lostBenefits({ benefits_revoked, keys_revoked }: Lost): string {
  const others = benefits_revoked - keys_revoked;
  return [
    ...(others > 0 ? [pluralize(others, 'benefit')] : []),
    ...(keys_revoked > 0 ? [pluralize(keys_revoked, 'license key')] : []),
  ].join(' and ');
}
