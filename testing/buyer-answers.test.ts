import { beforeAll, expect, it } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { updateOrganization } from '@/lib/resources/organizations/contract';
import { Organization, type OrganizationUpdate } from '@/lib/resources/organizations/schema';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';
import { contracts } from '@/lib/resources/registry';
import { callApi, sendRaw } from '@/testing/call-api';
import { makeOrganization } from '@/testing/factories';
import { publishedDocument } from '@/testing/published';
import { buyer } from '@/testing/shop';
import { fillTenant, type Tenant } from '@/testing/tenant';
import { actorOf, bodiesOf, paramsOf, queryOf } from '@/testing/tenant-requests';

// What buyers are told of the seller (docs/contract/organizations.md#what-buyers-see): every answer to a buyer is
// searched for the organization's settings and for what only its sellers may know.

/** Stands in every setting that takes a text. */
const SECRET = 'sellersecret';

const SETTINGS: OrganizationUpdate = {
  profile_settings: {
    enabled: true,
    description: SECRET,
    links: [`https://${SECRET}.example.com`],
    subscribe: { promote: false, show_count: false, count_free: false },
    accent_color: '#0a7f00',
  },
  feature_settings: { issue_funding_enabled: true },
  subscription_settings: { dunning_end: 'unpaid' },
  notification_settings: { new_sale: false, payment_failed: false },
  checkout_settings: { allow_discount_codes: true, success_url: `https://${SECRET}.example.com` },
  pledge_minimum_amount: 4321,
  pledge_badge_show_amount: true,
  default_upfront_split_to_contributors: 43,
  billing_email: `billing@${SECRET}.example.com`,
  default_badge_custom_content: SECRET,
  total_monthly_spending_limit: 4321,
  per_user_monthly_spending_limit: 4321,
  timezone: 'Pacific/Chatham',
  legal_name: SECRET,
  legal_address: {
    country: 'US',
    line1: SECRET,
    line2: null,
    city: SECRET,
    postal_code: '10001',
    state: 'NY',
  },
  tax_id: SECRET,
};

const buyersOperations = contracts.filter(
  ({ auth, path }) => auth !== 'seller' && path.startsWith('/v1/') && !path.includes('openapi'),
);

/** What ends an object's life comes after what else is done with it. */
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];
function turnOf({ id, method }: AnyContract): number {
  return id === 'checkouts:custom:client_confirm' ? METHODS.length : METHODS.indexOf(method);
}

let tenant: Tenant;
/** What every embedded organization is expected to be. */
let shown: Record<string, unknown>;

beforeAll(async () => {
  tenant = await fillTenant('buyeranswers');
  const { seller } = tenant;
  const one = { params: { id: seller.organizationId } };
  const organization = await callApi(
    updateOrganization,
    { ...one, body: SETTINGS },
    { as: seller },
  );
  const unset = await makeOrganization(seller.userId);
  const { id, created_at, modified_at, name, slug, avatar_url, bio, company, blog } = organization;
  const { location, email, social_username, twitter_username, is_sandbox } = organization;
  shown = {
    ...{ id, created_at, modified_at, name, slug, avatar_url, bio, company, blog },
    ...{ location, email, social_username, twitter_username, is_sandbox },
    deletion_scheduled_at: null,
    pledge_minimum_amount: unset.pledgeMinimumAmount,
    pledge_badge_show_amount: unset.pledgeBadgeShowAmount,
    default_upfront_split_to_contributors: null,
    profile_settings: {
      enabled: false,
      description: null,
      featured_projects: [],
      featured_organizations: [],
      links: [],
      subscribe: { promote: true, show_count: true, count_free: true },
      accent_color: '#0a7f00',
    },
    feature_settings: { issue_funding_enabled: false },
  };
});

it('has what published clients require, and nothing more than the paired name, the mode and the deletion', () => {
  const { required = [] } = publishedDocument().components.schemas.Organization ?? {};
  const added = ['social_username', 'is_sandbox', 'deletion_scheduled_at'];
  expect(Object.keys(PublicOrganization.shape).sort()).toEqual([...required, ...added].sort());
});

/** The fields that an organization has for its sellers alone. */
const PRIVATE = Object.keys(Organization.shape).filter((key) => !(key in PublicOrganization.shape));

/** The organizations in an answer, wherever they are; private fields are found wherever they are, too. */
function organizationsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(organizationsIn);
  const isOne = 'slug' in value && 'pledge_minimum_amount' in value;
  return isOne ? [value, ...inner] : inner;
}

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysIn)];
}

/** Keys that the organization's private fields share with other objects of a buyer. */
const SHARED = new Set(['tax_id']);

it('has the public fields alone in every answer to a buyer', async () => {
  const found: string[] = [];
  for (const operation of [...buyersOperations].sort((a, b) => turnOf(a) - turnOf(b))) {
    for (const answer of await answersOf(operation)) {
      const keys = new Set(keysIn(answer));
      const leaked = PRIVATE.filter((key) => keys.has(key) && !SHARED.has(key));
      expect(leaked, operation.id).toEqual([]);
      for (const organization of organizationsIn(answer)) {
        expect(organization, operation.id).toEqual(shown);
        found.push(operation.id);
      }
    }
  }
  expect(found).toEqual(
    expect.arrayContaining([
      'checkouts:custom:client_get',
      'checkouts:custom:client_update',
      'checkouts:custom:client_confirm',
      'customer_portal:benefit-grants:list',
      'customer_portal:customers:export',
      'customer_portal:orders:list',
      'customer_portal:organizations:get',
      'customer_portal:subscriptions:list',
    ]),
  );
});

/** The answers of an operation to the tenant's buyer. */
async function answersOf(operation: AnyContract): Promise<unknown[]> {
  const params = paramsOf(tenant)[operation.path];
  const isConfirmation = operation.id === 'checkouts:custom:client_confirm';
  const given = isConfirmation ? [buyer()] : (bodiesOf(tenant)[operation.id] ?? []);
  const answers: unknown[] = [];
  for (const body of operation.body ? given : [undefined]) {
    const response = await sendRaw(
      operation,
      {
        ...(params ? { params } : {}),
        ...(body ? { body: JSON.stringify(body) } : {}),
        search: new URLSearchParams(queryOf(operation, tenant)).toString(),
      },
      { as: actorOf(operation, tenant) },
    );
    const text = await response.text();
    expect(text, operation.id).not.toContain(SECRET);
    if (text !== '') answers.push(JSON.parse(text));
  }
  return answers;
}
