'use client';

import { choicesOf, type Filter } from '@/components/data-table/filters';
import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { WEBHOOK } from '@/components/webhooks/presentation';
import { WEBHOOKS } from '@/components/webhooks/texts';
import { TurnedOff } from '@/components/webhooks/turned-off';
import {
  createWebhookEndpoint,
  exportWebhookEndpoints,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    param: 'is_enabled',
    label: WEBHOOKS.isEnabled,
    single: true,
    options: choicesOf({ true: WEBHOOKS.on, false: WEBHOOKS.off }),
  },
  {
    kind: 'choice',
    param: 'is_failing',
    label: WEBHOOKS.isFailing,
    single: true,
    options: choicesOf({ true: WEBHOOKS.failing, false: WEBHOOKS.notFailing }),
  },
];

export function WebhooksPage() {
  const { id: organization_id } = useOrganization();
  const path = useOrganizationPath();
  const create = useCreateLink(WEBHOOK.section, WEBHOOK.words.new, createWebhookEndpoint);
  const body = {
    url: 'https://example.com/hooks',
    events: ['order.created' as const],
    organization_id,
  };
  return (
    <ListPage
      title={WEBHOOK.words.title}
      actions={create}
      aside={<LinkButton href={path('webhooks/deliveries')}>{WEBHOOKS.allDeliveries}</LinkButton>}
      notice={<TurnedOff />}
    >
      <ResourceTable
        of={WEBHOOK}
        operation={listWebhookEndpoints}
        filters={FILTERS}
        update={updateWebhookEndpoint}
        exportOperation={exportWebhookEndpoints}
        firstRun={{
          title: WEBHOOKS.firstRunTitle,
          text: WEBHOOKS.firstRunText,
          actions: (
            <>
              {create}
              <LinkButton href="/docs/webhooks">{WEBHOOKS.guide}</LinkButton>
              <CurlButton operation={createWebhookEndpoint} input={{ body }} />
            </>
          ),
        }}
      />
    </ListPage>
  );
}
