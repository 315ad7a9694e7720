import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { IdParams, QueryBoolean } from '@/lib/contract/fields';
import { sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { WebhookAttempt } from '@/lib/resources/webhook-deliveries/schema';
import {
  WEBHOOK_ENDPOINT_SORTS,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookHealth,
  WebhookSecretRotation,
  WebhookTest,
} from '@/lib/resources/webhook-endpoints/schema';

const endpoints = resource('webhook_endpoints', WebhookEndpoint, { permissions: 'webhooks' });

const path = '/v1/webhooks/endpoints';
const member = { path: `${path}/{id}` };

export const listWebhookEndpoints = endpoints.list(
  {
    is_enabled: QueryBoolean.optional(),
    is_failing: QueryBoolean.optional().meta({
      description: 'The last try failed, or it was switched off for that.',
    }),
    sorting: sorting(WEBHOOK_ENDPOINT_SORTS, '-created_at'),
  },
  { path },
);

export const exportWebhookEndpoints = exportOf(listWebhookEndpoints, [
  'id',
  'created_at',
  'modified_at',
  'url',
  'description',
  'format',
  ['events', ({ events }) => events.join('; ')],
  'is_enabled',
  'disabled_reason',
  'failing_since',
  'last_delivery_at',
]);

export const createWebhookEndpoint = contract({
  tag: 'webhook_endpoints',
  method: 'POST',
  row: 'webhook_endpoints',
  id: 'webhook-endpoints:create',
  path,
  permissions: ['webhooks:write'],
  status: 201,
  summary: 'Create a webhook endpoint',
  description:
    'An organization has at most 20. Needs the read scope of each chosen kind of event. The ' +
    'secret is shown in this answer alone.',
  body: WebhookEndpointCreate,
  response: WebhookEndpointWithSecret,
  secretReply: true,
  stepUp: true,
});

export const getWebhookEndpoint = endpoints.get(member);

export const updateWebhookEndpoint = endpoints.update(WebhookEndpointUpdate, {
  ...member,
  stepUp: true,
  description:
    'Needs the read scope of each kind of event that it then has. `is_enabled: true` forgets past failures.',
});

export const deleteWebhookEndpoint = endpoints.delete({
  ...member,
  stepUp: true,
  description: 'Its deliveries stay for 30 days.',
});

const command = {
  tag: 'webhook_endpoints',
  method: 'POST',
  row: 'webhook_endpoints',
  params: IdParams,
} as const;

export const rotateWebhookSecret = contract({
  ...command,
  id: 'webhook-endpoints:rotate-secret',
  path: `${path}/{id}/rotate-secret`,
  permissions: ['admin'],
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'The new secret is shown in this answer alone. The old one signs as well for `overlap_hours`.',
  body: WebhookSecretRotation,
  response: WebhookEndpointWithSecret,
  secretReply: true,
  stepUp: true,
});

export const testWebhookEndpoint = contract({
  ...command,
  id: 'webhook-endpoints:test',
  path: `${path}/{id}/test`,
  permissions: ['webhooks:write'],
  summary: 'Send a test to a webhook endpoint',
  description:
    'Sends the newest event of a kind once more, or an example where there is none, with ' +
    '`Webhook-Test: true`. It is tried once, and answers within 15 seconds what came of it.',
  body: WebhookTest,
  response: WebhookAttempt,
  changes: ['webhook_deliveries'],
});

export const getWebhookHealth = contract({
  tag: 'webhook_endpoints',
  method: 'GET',
  params: IdParams,
  id: 'webhook-endpoints:health',
  path: `${path}/{id}/health`,
  permissions: ['webhooks:read'],
  summary: 'Get the health of a webhook endpoint',
  description: 'How many tries succeeded and failed in each of the last 24 hours, oldest first.',
  response: WebhookHealth,
});
