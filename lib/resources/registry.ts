import type { AnyContract } from '@/lib/contract/contract';
import * as advertisements from '@/lib/resources/advertisements/contract';
import * as auditLog from '@/lib/resources/audit-log/contract';
import * as benefitGrants from '@/lib/resources/benefit-grants/contract';
import * as benefits from '@/lib/resources/benefits/contract';
import * as checkoutLinks from '@/lib/resources/checkout-links/contract';
import * as checkouts from '@/lib/resources/checkouts/contract';
import * as customFields from '@/lib/resources/custom-fields/contract';
import * as customerExports from '@/lib/resources/customer-exports/contract';
import * as customerSessions from '@/lib/resources/customer-sessions/contract';
import * as customers from '@/lib/resources/customers/contract';
import * as discordConnections from '@/lib/resources/discord-connections/contract';
import * as discounts from '@/lib/resources/discounts/contract';
import * as events from '@/lib/resources/events/contract';
import { EVENT_KINDS } from '@/lib/resources/events/schema';
import * as externalOrganizations from '@/lib/resources/external-organizations/contract';
import * as files from '@/lib/resources/files/contract';
import * as imports from '@/lib/resources/imports/contract';
import * as licenseDecisions from '@/lib/resources/license-decisions/contract';
import * as licenseKeyBulks from '@/lib/resources/license-key-bulks/contract';
import * as licenseKeys from '@/lib/resources/license-keys/contract';
import * as licenseLeases from '@/lib/resources/license-leases/contract';
import * as linkedAccounts from '@/lib/resources/linked-accounts/contract';
import * as mails from '@/lib/resources/mails/contract';
import { getMe } from '@/lib/resources/me/contract';
import * as members from '@/lib/resources/members/contract';
import * as metrics from '@/lib/resources/metrics/contract';
import * as oauthClients from '@/lib/resources/oauth-clients/contract';
import { consent, describeAuthorization } from '@/lib/resources/oauth-grants/contract';
import * as oauthTokens from '@/lib/resources/oauth-tokens/contract';
import * as orders from '@/lib/resources/orders/contract';
import * as organizations from '@/lib/resources/organizations/contract';
import * as paymentConnections from '@/lib/resources/payment-connections/contract';
import * as payments from '@/lib/resources/payments/contract';
import * as poolKeys from '@/lib/resources/pool-keys/contract';
import * as products from '@/lib/resources/products/contract';
import * as refunds from '@/lib/resources/refunds/contract';
import * as refusals from '@/lib/resources/refusals/contract';
import * as repositories from '@/lib/resources/repositories/contract';
import * as requestLogs from '@/lib/resources/request-logs/contract';
import * as savedViews from '@/lib/resources/saved-views/contract';
import * as search from '@/lib/resources/search/contract';
import * as subscriptions from '@/lib/resources/subscriptions/contract';
import * as testClocks from '@/lib/resources/test-clocks/contract';
import * as tokens from '@/lib/resources/tokens/contract';
import * as webhookDeliveries from '@/lib/resources/webhook-deliveries/contract';
import { payloadOf } from '@/lib/resources/webhook-deliveries/rules';
import * as webhookEndpoints from '@/lib/resources/webhook-endpoints/contract';

/** Every operation of the product: the OpenAPI document, the server and the tests iterate over them. */
export const contracts: readonly AnyContract[] = [
  checkouts,
  licenseKeys,
  licenseKeyBulks,
  licenseDecisions,
  licenseLeases,
  customFields,
  products,
  benefits,
  benefitGrants,
  poolKeys,
  linkedAccounts,
  externalOrganizations,
  repositories,
  discordConnections,
  paymentConnections,
  advertisements,
  customers,
  customerSessions,
  customerExports,
  discounts,
  files,
  { getMe },
  organizations,
  members,
  tokens,
  orders,
  payments,
  refunds,
  subscriptions,
  imports,
  checkoutLinks,
  testClocks,
  metrics,
  savedViews,
  search,
  mails,
  events,
  oauthClients,
  { describeAuthorization, consent },
  oauthTokens,
  webhookEndpoints,
  webhookDeliveries,
  requestLogs,
  refusals,
  auditLog,
].flatMap((operations) => Object.values(operations) as unknown as AnyContract[]);

/** What webhooks carry as `data`, by the kinds of events. */
export const payloads = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, payloadOf(kind)]));
