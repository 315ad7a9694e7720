'use client';

import { ResourceTable } from '@/components/resource/list-page';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { useCreateLink } from '@/components/shell/create-link';
import { ListPage } from '@/components/shell/page';
import { CurlButton } from '@/components/ui/curl-button';
import { LinkButton } from '@/components/ui/link-button';
import { WEBHOOK } from '@/components/webhooks/presentation';
import { WEBHOOKS } from '@/components/webhooks/texts';
import {
  createWebhookEndpoint,
  exportWebhookEndpoints,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from '@/lib/resources/webhook-endpoints/contract';

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
    >
      <ResourceTable
        of={WEBHOOK}
        operation={listWebhookEndpoints}
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
