import type { Endpoint, OperationsOf } from '@/lib/contract/contract';
import type * as contracts from '@/lib/resources/benefit-grants/contract';

const portal = { tag: 'customer_portal', method: 'GET', auth: 'customer' } as const;

export const endpoints = {
  listBenefitGrants: {
    tag: 'benefits',
    auth: 'seller',
    id: 'benefits:grants',
    method: 'GET',
    path: '/v1/benefits/{id}/grants',
    permissions: ['benefits:read'],
    embeds: ['customers'],
  },
  listCustomerBenefitGrants: {
    ...portal,
    id: 'customer_portal:benefit-grants:list',
    path: '/v1/customer-portal/benefit-grants/',
  },
  listDownloadables: {
    ...portal,
    id: 'customer_portal:downloadables:list',
    path: '/v1/customer-portal/downloadables/',
  },
  updateCustomerBenefitGrant: {
    tag: 'customer_portal',
    auth: 'customer',
    id: 'customer_portal:benefit-grants:update',
    method: 'PATCH',
    path: '/v1/customer-portal/benefit-grants/{id}',
  },
} as const satisfies Record<string, Endpoint>;

/** For pages that load no schemas of grants: the hosted ones, and those that count the grants of something else. */
export const {
  listBenefitGrants,
  listCustomerBenefitGrants,
  listDownloadables,
  updateCustomerBenefitGrant,
}: OperationsOf<typeof endpoints, typeof contracts> = endpoints;
