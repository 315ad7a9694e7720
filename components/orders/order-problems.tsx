import { TriangleAlert } from 'lucide-react';
import { PROBLEMS } from '@/components/orders/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { formatMoney } from '@/components/ui/money';
import { TextLink } from '@/components/ui/text-link';
import { formatDate, useTimeZone } from '@/components/ui/time';
import type { Order } from '@/lib/resources/orders/schema';
import type { Refund } from '@/lib/resources/refunds/schema';

/** Above an order: what went wrong with its money since, and where to mend it; nothing where all is well. */
export function OrderProblems({ order, refunds }: { order: Order; refunds: readonly Refund[] }) {
  const path = useOrganizationPath();
  const zone = useTimeZone();
  const problems = problemsOf(order, refunds, zone);
  if (problems.length === 0) return null;
  return (
    <section
      aria-label={PROBLEMS.label}
      className="flex flex-col gap-2 border-l-2 border-warn bg-warn-fill px-4 py-3"
    >
      {problems.map(({ words, link, to }) => (
        <p key={to} className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="font-medium">{words}</span>
          <TextLink href={path(to)}>{link}</TextLink>
        </p>
      ))}
    </section>
  );
}

function problemsOf({ subscription, currency }: Order, refunds: readonly Refund[], zone: string) {
  const [latest] = refunds;
  const problems: { words: string; link: string; to: string }[] = [];
  if (latest?.status === 'failed') {
    problems.push({
      words: PROBLEMS.refundFailed(formatMoney(latest.amount, currency)),
      link: PROBLEMS.showRefund,
      to: `refunds/${latest.id}`,
    });
  }
  const words = subscription && overdueWords(subscription, zone);
  if (words) {
    const to = `subscriptions/${subscription.id}`;
    problems.push({ words, link: PROBLEMS.showSubscription, to });
  }
  return problems;
}

function overdueWords(
  { status, next_retry_at }: NonNullable<Order['subscription']>,
  zone: string,
): string | null {
  if (status === 'unpaid') return PROBLEMS.unpaid;
  if (status !== 'past_due') return null;
  return PROBLEMS.pastDue(next_retry_at ? PROBLEMS.nextTry(formatDate(next_retry_at, zone)) : '');
}
