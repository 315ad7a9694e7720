import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Id, many, OrganizationFilter } from '@/lib/contract/fields';
import { listQuery, page, sorting } from '@/lib/contract/pagination';
import { endpoints } from '@/lib/resources/downloadables/operations';
import { DOWNLOADABLE_SORTS, Downloadable } from '@/lib/resources/downloadables/schema';

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
  method: 'GET',
  auth: 'public',
  id: 'customer_portal:downloadables:customer_portal.downloadables.get',
  path: '/v1/customer-portal/downloadables/{token}',
  summary: 'Download a file',
  description:
    'Redirects to the file. The address is from the list and is a credential of its own; 410 when it ' +
    'is over, or the benefit has been revoked since.',
  params: z.object({ token: z.string().max(500) }),
  status: 302,
  errors: ['ResourceUnavailable'],
});
