'use client';

import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { useOrganizationPath } from '@/components/session/organization';
import { DetailPage } from '@/components/shell/page';
import { Button } from '@/components/ui/button';
import { CurlButton } from '@/components/ui/curl-button';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { Disclosure } from '@/components/ui/disclosure';
import { IdChip } from '@/components/ui/id-chip';
import { QueryBoundary } from '@/components/ui/query-boundary';
import { Section } from '@/components/ui/section';
import { useNow } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { AttemptSummary, AttemptView } from '@/components/webhooks/attempt-view';
import { DELIVERY, WEBHOOK } from '@/components/webhooks/presentation';
import { DELIVERY_PAGE as TEXTS } from '@/components/webhooks/texts';
import { query, useCommand } from '@/lib/client/queries';
import { getEvent } from '@/lib/resources/events/contract';
import { getWebhookDelivery, redeliverEvent } from '@/lib/resources/webhook-deliveries/contract';
import type { WebhookDelivery } from '@/lib/resources/webhook-deliveries/schema';
import { getWebhookEndpoint } from '@/lib/resources/webhook-endpoints/contract';

const POLL_MS = 2000;

/** The page of a delivery, whose list is below that of the endpoints. */
export function DeliveryPage({ id }: { id: string }) {
  const path = useOrganizationPath();
  const delivery = useQuery({
    ...query(getWebhookDelivery, { params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && POLL_MS,
  });
  const crumbs = [WEBHOOK, DELIVERY].map(({ words, section }) => ({
    label: words.title,
    href: path(section),
  }));
  return (
    <DetailPage
      crumbs={crumbs}
      current={delivery.data ? DELIVERY.name(delivery.data) : DELIVERY.words.one}
      isKnown={delivery.data !== undefined}
    >
      <QueryBoundary query={delivery} what={DELIVERY.words.this}>
        {(found) => <DeliveryView delivery={found} />}
      </QueryBoundary>
    </DetailPage>
  );
}

function DeliveryView({ delivery }: { delivery: WebhookDelivery }) {
  const { id, attempts } = delivery;
  const now = useNow();
  const body = useBody(delivery);
  const [last, ...earlier] = attempts
    .map((attempt, place) => ({ attempt, nth: place + 1 }))
    .reverse();
  return (
    <>
      <DetailHeader
        title={DELIVERY.name(delivery)}
        status={DELIVERY.status?.(delivery, now)}
        subtitle={
          <>
            {DELIVERY.subtitle?.(delivery)}
            <IdChip id={id} />
          </>
        }
        actions={<Actions delivery={delivery} />}
      />
      <DetailColumns
        main={
          last === undefined ? (
            <Section title={DELIVERY.labels.attempts}>
              <p className="text-muted">{TEXTS.none}</p>
            </Section>
          ) : (
            <>
              <Section title={TEXTS.attempt(last.nth)}>
                <AttemptView attempt={last.attempt} body={body} />
              </Section>
              {earlier.length > 0 && (
                <Section title={TEXTS.earlier}>
                  <ol reversed start={last.nth - 1} className="-mt-3 flex flex-col">
                    {earlier.map(({ attempt, nth }) => (
                      <li key={nth} className="border-b border-line py-2">
                        <EarlierAttempt attempt={attempt} nth={nth} body={body} />
                      </li>
                    ))}
                  </ol>
                </Section>
              )}
            </>
          )
        }
        side={
          <Section title={DELIVERY.words.one}>
            <Facts facts={DELIVERY.factsOf(delivery)} />
          </Section>
        }
      />
    </>
  );
}

function EarlierAttempt({
  attempt,
  nth,
  body,
}: { nth: number } & Pick<ComponentProps<typeof AttemptView>, 'attempt' | 'body'>) {
  return (
    <Disclosure
      label={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="font-medium">{TEXTS.attempt(nth)}</span>
          <AttemptSummary attempt={attempt} />
        </span>
      }
    >
      <div className="py-3">
        <AttemptView attempt={attempt} body={body} hasSummary={false} />
      </div>
    </Disclosure>
  );
}

/** What was sent: it is made of the event. */
function useBody({ event_id, endpoint_id, type }: WebhookDelivery) {
  const endpoint = useQuery(query(getWebhookEndpoint, { params: { id: endpoint_id } }));
  const event = useQuery({
    ...query(getEvent, { params: { id: event_id ?? '' } }),
    enabled: event_id !== null,
  });
  if (event_id === null) return { why: TEXTS.exampleBody };
  if (event.isError) return { why: TEXTS.bodyHidden };
  if (endpoint.data && endpoint.data.format !== 'raw') return { why: TEXTS.chatBody };
  if (!event.data || endpoint.isPending) return 'loading' as const;
  const { created_at: timestamp, data } = event.data;
  return { json: JSON.stringify({ type, timestamp, data }, null, 2) };
}

function Actions({ delivery }: { delivery: WebhookDelivery }) {
  const { id, event_id, endpoint_id } = delivery;
  const whyNot = useWhyNot();
  const resend = useCommand(redeliverEvent);
  const send = async () => {
    if (event_id === null) return;
    try {
      const input = { params: { id: event_id }, body: { endpoint_id } };
      const { count } = await resend.mutateAsync(input);
      showToast(count === 0 ? TEXTS.resendNothing : TEXTS.resent);
    } catch (error) {
      showErrorToast(TEXTS.resendFailed, error);
    }
  };
  return (
    <>
      <CurlButton operation={getWebhookDelivery} input={{ params: { id } }} />
      <PrimaryAction>
        <Button
          variant="primary"
          icon={RotateCw}
          pending={resend.isPending}
          blockedBy={event_id === null ? TEXTS.noEvent : whyNot(redeliverEvent)}
          onClick={() => void send()}
        >
          {TEXTS.resend}
        </Button>
      </PrimaryAction>
    </>
  );
}
