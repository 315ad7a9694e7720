'use client';

import { useQuery } from '@tanstack/react-query';
import {
  CircleDashed,
  CircleX,
  KeyRound,
  Pencil,
  Power,
  RotateCw,
  Send,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { RELATED, RelatedList } from '@/components/entities/related-list';
import { useWhyNot } from '@/components/form/rights';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { detailPage } from '@/components/resource/detail-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PrimaryAction } from '@/components/ui/detail';
import { Notice } from '@/components/ui/notice';
import { Health } from '@/components/webhooks/health';
import { DELIVERY, deliveryStatus, lastOutcome, WEBHOOK } from '@/components/webhooks/presentation';
import { WEBHOOK_PAGE as TEXTS } from '@/components/webhooks/texts';
import type { WebhookDialogKind } from '@/components/webhooks/webhook-dialogs';
import { describeRequest } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import {
  listWebhookDeliveries,
  redeliverToEndpoint,
} from '@/lib/resources/webhook-deliveries/contract';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';
import type { WebhookEndpoint } from '@/lib/resources/webhook-endpoints/schema';

const POLL_MS = 5000;

// Opened by few visits.
const WebhookDialog = dynamic(() =>
  import('@/components/webhooks/webhook-dialogs').then(({ WebhookDialog }) => WebhookDialog),
);

export const WebhookPage = detailPage(
  WEBHOOK,
  { read: getWebhookEndpoint, remove: deleteWebhookEndpoint },
  {
    top: (endpoint) => (
      <>
        <Strip endpoint={endpoint} />
        <RefusalNotes id={endpoint.id} />
      </>
    ),
    main: ({ id }) => (
      <>
        <Health id={id} />
        <Deliveries id={id} />
      </>
    ),
    actions: (endpoint, remove) => <Actions endpoint={endpoint} remove={remove} />,
    useDeletion: () => ({ effects: TEXTS.deletion }),
  },
);

/** Why nothing arrives, and what to do about it. */
function Strip({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isTurningOn, setTurningOn] = useState(false);
  const blockedBy = useWhyNot()(updateWebhookEndpoint);
  const { is_enabled: isEnabled, disabled_reason: reason, failing_since: since } = endpoint;
  if (isEnabled && since === null) return null;
  if (isEnabled) {
    return (
      <Notice look={{ tone: 'warn', icon: TriangleAlert }}>
        <p>{TEXTS.failing}</p>
      </Notice>
    );
  }
  return (
    <Notice
      look={reason ? { tone: 'bad', icon: CircleX } : { tone: 'idle', icon: CircleDashed }}
      actions={
        <Button icon={Power} blockedBy={blockedBy} onClick={() => setTurningOn(true)}>
          {TEXTS.turnOn}
        </Button>
      }
    >
      <p>
        {reason ? TEXTS.offText(reason) : TEXTS.isOff} {TEXTS.offKept}
      </p>
      {isTurningOn && (
        <WebhookDialog kind="turn_on" endpoint={endpoint} onClose={() => setTurningOn(false)} />
      )}
    </Notice>
  );
}

function Deliveries({ id }: { id: string }) {
  const organization = useOrganization();
  const newest = useQuery({
    ...query(listWebhookDeliveries, {
      query: { organization_id: [organization.id], endpoint_id: [id], limit: RELATED },
    }),
    refetchInterval: POLL_MS,
  });
  return (
    <RelatedList
      title={TEXTS.deliveries}
      rows={newest}
      section={DELIVERY.section}
      filter={`endpoint_id=${id}`}
      empty={TEXTS.noDeliveries}
      row={(delivery) => ({
        title: <span className="font-mono text-xs">{delivery.type}</span>,
        status: <Badge status={deliveryStatus(delivery)} />,
        amount: lastOutcome(delivery) ?? '',
        at: delivery.created_at,
      })}
    />
  );
}

function Actions({ endpoint, remove }: { endpoint: WebhookEndpoint; remove: () => void }) {
  const { id, is_enabled: isEnabled } = endpoint;
  const [open, setOpen] = useState<WebhookDialogKind | null>(null);
  const path = useOrganizationPath();
  const whyNot = useWhyNot();
  const blockedBy = whyNot(updateWebhookEndpoint);
  const edit = {
    label: WEBHOOK.words.editing,
    icon: Pencil,
    href: path(`${WEBHOOK.section}/${id}/edit`),
    blockedBy,
  };
  usePageActions([{ ...edit, shortcut: 'e' }]);
  return (
    <>
      <PrimaryAction>
        <Button
          variant="primary"
          icon={Send}
          blockedBy={whyNot(testWebhookEndpoint)}
          onClick={() => setOpen('test')}
        >
          {TEXTS.test}
        </Button>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(getWebhookEndpoint, { params: { id } })}
        groups={[
          [
            edit,
            {
              label: TEXTS.redeliver,
              icon: RotateCw,
              blockedBy: whyNot(redeliverToEndpoint),
              onSelect: () => setOpen('redeliver'),
            },
            {
              label: TEXTS.rotate,
              icon: KeyRound,
              blockedBy: whyNot(rotateWebhookSecret),
              onSelect: () => setOpen('rotate'),
            },
            {
              label: isEnabled ? TEXTS.turnOff : TEXTS.turnOn,
              icon: Power,
              blockedBy,
              onSelect: () => setOpen(isEnabled ? 'turn_off' : 'turn_on'),
            },
          ],
          [
            {
              label: WEBHOOK.words.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(deleteWebhookEndpoint),
              onSelect: remove,
            },
          ],
        ]}
      />
      {open && <WebhookDialog kind={open} endpoint={endpoint} onClose={() => setOpen(null)} />}
    </>
  );
}
