import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many, OrganizationFilter, QueryBoolean } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { secret } from '@/lib/contract/secret';
import { endpoints } from '@/lib/resources/benefit-grants/operations';
import {
  BenefitGrant,
  CUSTOMER_GRANT_SORTS,
  CustomerBenefitGrant,
  CustomerBenefitGrantUpdate,
  DOWNLOADABLE_SORTS,
  Downloadable,
  GRANT_SORTS,
} from '@/lib/resources/benefit-grants/schema';
import { BenefitType } from '@/lib/resources/benefits/schema';

export const listCustomerBenefitGrants = contract({
  ...endpoints.listCustomerBenefitGrants,
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
    is_granted: QueryBoolean.optional(),
    sorting: sorting(CUSTOMER_GRANT_SORTS, '-granted_at'),
  }),
  response: page(CustomerBenefitGrant),
});

export const getCustomerBenefitGrant = contract({
  tag: 'customer_portal',
  auth: 'customer',
  id: 'customer_portal:benefit-grants:get',
  method: 'GET',
  path: '/v1/customer-portal/benefit-grants/{id}',
  row: 'benefit_grants',
  summary: 'Get a benefit grant of the customer',
  params: IdParams,
  response: CustomerBenefitGrant,
});

export const updateCustomerBenefitGrant = contract({
  ...endpoints.updateCustomerBenefitGrant,
  row: 'benefit_grants',
  summary: 'Update a benefit grant of the customer',
  description:
    '`benefit_type` is that of the benefit. The account with an outside service is all that can be changed.',
  params: IdParams,
  body: CustomerBenefitGrantUpdate,
  response: CustomerBenefitGrant,
  errors: ['NotPermitted'],
  changes: ['benefits'],
});

export const listBenefitGrants = contract({
  ...endpoints.listBenefitGrants,
  summary: 'List the grants of a benefit',
  params: IdParams,
  query: listQuery({
    customer_id: many(Id),
    subscription_id: many(Id),
    order_id: many(Id),
    product_id: many(Id).meta({
      description: 'Granted by a subscription to one of these products, or an order of one.',
    }),
    is_granted: QueryBoolean.optional(),
    sorting: sorting(GRANT_SORTS, '-created_at'),
  }),
  response: page(BenefitGrant),
});

export const exportBenefitGrants = exportOf(listBenefitGrants, [
  'id',
  'created_at',
  'benefit_id',
  'customer_id',
  'customer.name',
  'customer.email',
  'subscription_id',
  'order_id',
  'is_granted',
  'granted_at',
  'revoked_at',
  'status',
  'error.code',
  'properties',
]);

export const listDownloadables = contract({
  ...endpoints.listDownloadables,
  summary: 'List the files that the customer may download',
  description:
    'The files of the benefits that he has now, without those that are archived; `download.url` ' +
    'needs no token and works for an hour. A session that is bound to a checkout sees the files of ' +
    'that checkout alone.',
  query: listQuery({
    organization_id: OrganizationFilter,
    benefit_id: many(Id),
    sorting: sorting(DOWNLOADABLE_SORTS, '-granted_at'),
  }),
  response: page(Downloadable),
});

export const getDownloadable = contract({
  tag: 'customer_portal',
  auth: 'public',
  id: 'customer_portal:downloadables:customer_portal.downloadables.get',
  method: 'GET',
  path: '/v1/customer-portal/downloadables/{token}',
  summary: 'Download a file',
  description:
    'Redirects to the file. The address is from the list and is a credential of its own; 410 when it ' +
    'is over, or the benefit has been revoked since.',
  params: z.object({ token: secret(z.string().max(500)) }),
  status: 302,
  errors: ['ResourceUnavailable'],
});
