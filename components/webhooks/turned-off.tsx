import { useQuery } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useOrganization } from '@/components/session/organization';
import { EntityLink } from '@/components/shell/entity-link';
import { Notice } from '@/components/ui/notice';
import { WEBHOOK } from '@/components/webhooks/presentation';
import { WEBHOOK_PAGE, WEBHOOKS } from '@/components/webhooks/texts';
import { query } from '@/lib/client/queries';
import { listPageQuery } from '@/lib/contract/search';
import { listWebhookEndpoints } from '@/lib/resources/webhook-endpoints/contract';

/** Names the endpoints that were turned off by themselves, and why (docs/contract/events.md#delivery). */
export function TurnedOff() {
  const { id: organizationId } = useOrganization();
  // What the list begins with, which is all endpoints: an organization has fewer than a page holds.
  const all = listPageQuery({}, { routeQuery: { organization_id: [organizationId] } });
  const { data } = useQuery(query(listWebhookEndpoints, { query: all }));
  const off = data?.items.filter((endpoint) => endpoint.disabled_reason !== null) ?? [];
  if (off.length === 0) return null;
  return (
    <Notice look={{ tone: 'bad', icon: CircleX }}>
      {off.map((endpoint) => (
        <p key={endpoint.id}>
          <EntityLink section={WEBHOOK.section} id={endpoint.id}>
            {WEBHOOK.name(endpoint)}
          </EntityLink>{' '}
          {endpoint.disabled_reason && WEBHOOKS.turnedOff(endpoint.disabled_reason)}
        </p>
      ))}
      <p>{WEBHOOK_PAGE.offKept}</p>
    </Notice>
  );
}
