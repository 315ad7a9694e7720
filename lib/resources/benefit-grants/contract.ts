import { contract } from '@/lib/contract/contract';
import { Id, IdParams, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { CUSTOMER_GRANT_SORTS, CustomerBenefitGrant } from '@/lib/resources/benefit-grants/schema';
import { BenefitType } from '@/lib/resources/benefits/schema';

const portal = { tag: 'customer_portal', auth: 'customer' } as const;

export const listCustomerBenefitGrants = contract({
  ...portal,
  id: 'customer_portal:benefit-grants:list',
  method: 'GET',
  path: '/v1/customer-portal/benefit-grants/',
  summary: 'List the benefit grants of the customer',
  description:
    'Those that are revoked too. A session that is bound to a checkout sees the grants of that ' +
    'checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    type: many(BenefitType),
    benefit_id: many(Id),
    checkout_id: many(Id),
    order_id: many(Id),
    subscription_id: many(Id),
    sorting: sorting(CUSTOMER_GRANT_SORTS, '-granted_at'),
  }),
  response: page(CustomerBenefitGrant),
});

export const getCustomerBenefitGrant = contract({
  ...portal,
  id: 'customer_portal:benefit-grants:get',
  method: 'GET',
  path: '/v1/customer-portal/benefit-grants/{id}',
  summary: 'Get a benefit grant of the customer',
  params: IdParams,
  response: CustomerBenefitGrant,
});
