import type { Declined } from '@/lib/integrations/payments/processor';

/** Declines after which the same method is not charged again without its owner (docs/contract/subscriptions.md#hard-declines). */
const HARD_DECLINES: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'invalid_account',
  'incorrect_number',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'transaction_not_allowed',
  'highest_risk_level',
  'authentication_required',
]);

/** Whether a decline says that another charge of the same method is of no use. */
export function isHard({
  code,
  declineCode,
  isHard: isAdvised = false,
}: Pick<Declined, 'code' | 'declineCode' | 'isHard'>): boolean {
  return isAdvised || HARD_DECLINES.has(code) || HARD_DECLINES.has(declineCode ?? '');
}
