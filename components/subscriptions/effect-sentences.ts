import { lostBenefits } from '@/components/purchase/lost-benefits';
import { formatMoney, pluralize } from '@/components/ui/money';
import { formatDate } from '@/components/ui/time';
import { capitalized } from '@/lib/contract/formats';
import type { Subscription, SubscriptionPreview } from '@/lib/resources/subscriptions/schema';

/**
 * Which charge the lines of a preview are: one that the change makes, the renewal that is overdue and
 * charged now, or the next one.
 */
export type ChargedAt = 'now' | 'overdue' | 'next';

interface Context {
  subscription: Pick<Subscription, 'currency' | 'credit' | 'product'>;
  chargedAt: ChargedAt;
  /** It ends with its period, not now. */
  endsLater?: boolean;
  /** Days are shown in it. */
  zone: string;
}

/**
 * What a change leads to beside the charge that its receipt shows: the next charge, credit, benefits and
 * license keys.
 */
export function effectSentences(preview: SubscriptionPreview, context: Context): string[] {
  const { next_charge_at, next_charge_amount } = preview;
  const { subscription, chargedAt, zone } = context;
  const sentences: string[] = [];
  if (chargedAt === 'now' && next_charge_at) {
    const amount = formatMoney(next_charge_amount, subscription.currency);
    sentences.push(`The next charge is ${amount} on ${formatDate(next_charge_at, zone)}.`);
  }
  return [
    ...sentences,
    ...creditSentences(preview, context),
    ...benefitSentences(preview, context),
  ];
}

function creditSentences(
  { credit_after, ends_at }: SubscriptionPreview,
  { subscription: { credit, currency }, endsLater = false }: Context,
): string[] {
  if (ends_at === null) {
    if (credit_after === 0) return [];
    return [`${formatMoney(credit_after, currency)} of credit is left for the next charges.`];
  }
  return credit > 0
    ? [`Its credit of ${formatMoney(credit, currency)} lapses${endsLater ? ' then' : ''}.`]
    : [];
}

function benefitSentences(
  preview: SubscriptionPreview,
  { subscription: { product }, endsLater = false }: Context,
): string[] {
  const sentences: string[] = [];
  const lost = lostBenefits(preview, product);
  const { benefits_granted, benefits_revoked } = preview;
  if (lost) {
    const are = benefits_revoked === 1 ? 'is' : 'are';
    sentences.push(endsLater ? `${capitalized(lost)} ${are} revoked then.` : `Revokes ${lost}.`);
  }
  if (benefits_granted > 0) sentences.push(`Grants ${pluralize(benefits_granted, 'benefit')}.`);
  return sentences;
}
