'use client';

import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Answers } from '@/components/entities/custom-field-answers';
import { customerName } from '@/components/entities/customer-name';
import { isUnsettled } from '@/components/entities/payment-status';
import { subscriptionStatus } from '@/components/entities/subscription-status';
import { MetadataPart } from '@/components/form/metadata-form';
import { useWhyNot } from '@/components/form/rights';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectPage } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import { useOrganization } from '@/components/session/organization';
import { blockedReason, type SubscriptionAction } from '@/components/subscriptions/actions';
import { NextReceipt } from '@/components/subscriptions/next-receipt';
import { OverdueStrip } from '@/components/subscriptions/overdue-strip';
import { SUBSCRIPTION } from '@/components/subscriptions/presentation';
import { stepsOf } from '@/components/subscriptions/steps';
import { SubscriptionActions } from '@/components/subscriptions/subscription-actions';
import { SubscriptionGrants } from '@/components/subscriptions/subscription-grants';
import { SubscriptionHistory } from '@/components/subscriptions/subscription-history';
import { PAGE, SUBSCRIPTION_PAGE } from '@/components/subscriptions/texts';
import { usePayments } from '@/components/subscriptions/use-payments';
import { DetailColumns, DetailHeader, Facts } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { Section } from '@/components/ui/section';
import { StatusTimeline } from '@/components/ui/status-timeline';
import { useNow, useTimeZone } from '@/components/ui/time';
import { useRefresh } from '@/lib/client/queries';
import { getSubscription, updateSubscription } from '@/lib/resources/subscriptions/contract';
import { isOverdue } from '@/lib/resources/subscriptions/rules';
import type { Subscription } from '@/lib/resources/subscriptions/schema';

// Forms, validation and pickers are loaded with the first action, not with the page.
const ActionDialog = dynamic(() =>
  import('@/components/subscriptions/action-dialog').then(({ ActionDialog }) => ActionDialog),
);

/** A past due one changes by itself: by its retries. */
const POLL_MS = 15_000;

export function SubscriptionPage({ id }: { id: string }) {
  return (
    <ObjectPage
      of={SUBSCRIPTION}
      read={getSubscription}
      id={id}
      poll={(subscription) => isOverdue(subscription) && POLL_MS}
    >
      {(subscription) => <SubscriptionDetail subscription={subscription} />}
    </ObjectPage>
  );
}

function SubscriptionDetail({ subscription }: { subscription: Subscription }) {
  const zone = useTimeZone();
  const now = useNow();
  const [action, setAction] = useState<SubscriptionAction | null>(null);
  const { id, customer, product } = subscription;
  const payments = usePayments(id);
  const isPaying = payments.data?.items.some(isUnsettled) ?? false;
  const blockedBy = useBlockedReason(subscription, isPaying);
  useRefreshOnChange(`${subscription.modified_at} ${isPaying}`);
  return (
    <>
      <DetailHeader
        title={
          <>
            <bdi>{product.name}</bdi> {SUBSCRIPTION_PAGE.for} <bdi>{customerName(customer)}</bdi>
          </>
        }
        status={subscriptionStatus(subscription, zone, now)}
        subtitle={
          <>
            {SUBSCRIPTION.subtitle?.(subscription)}
            <IdChip id={id} />
          </>
        }
        actions={
          <SubscriptionActions
            subscription={subscription}
            blockedBy={blockedBy}
            onAction={setAction}
          />
        }
      />
      {isOverdue(subscription) && (
        <OverdueStrip subscription={subscription} blockedBy={blockedBy} onAction={setAction} />
      )}
      <RefusalNotes id={id} />
      <StatusTimeline steps={stepsOf(subscription)} />
      <DetailColumns
        main={
          <>
            <Section title={SUBSCRIPTION.words.one}>
              <Facts facts={SUBSCRIPTION.factsOf(subscription)} />
            </Section>
            <SubscriptionGrants subscription={subscription} />
            <SubscriptionHistory subscription={subscription} />
            <Answers data={subscription.custom_field_data} />
          </>
        }
        side={
          <>
            <NextReceipt subscription={subscription} />
            <MetadataPart
              object={subscription}
              update={updateSubscription}
              read={getSubscription}
            />
          </>
        }
      />
      <ObjectRecord value={subscription} />
      {action && (
        <ActionDialog action={action} subscription={subscription} onClose={() => setAction(null)} />
      )}
    </>
  );
}

/**
 * Loads orders, payments, grants and previews again once the subscription has changed by itself, as by a
 * planned retry, or a payment that was processing has an outcome.
 */
function useRefreshOnChange(version: string): void {
  const refresh = useEffectEvent(useRefresh(updateSubscription));
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refresh();
  }, [version]);
}

/** Says why an action is impossible now, for this seller. */
function useBlockedReason(subscription: Subscription, isPaying: boolean) {
  const { is_sandbox } = useOrganization();
  const whyNot = useWhyNot();
  return (action: SubscriptionAction): string | null => {
    const notAllowed = whyNot(updateSubscription);
    if (notAllowed !== null) return notAllowed;
    if (action === 'set_payment_method' && !is_sandbox) return PAGE.testCardsOnly;
    return blockedReason(action, subscription, { isPaying });
  };
}
