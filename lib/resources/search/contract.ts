import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { OrganizationFilter, SearchText } from '@/lib/contract/fields';
import { PERMISSION_OF_KIND } from '@/lib/resources/search/rules';
import { SearchResponse } from '@/lib/resources/search/schema';

export const searchRecords = contract({
  tag: 'search',
  id: 'search:records',
  method: 'GET',
  path: '/v1/search/',
  summary: 'Search all records',
  description:
    'Finds customers, products, orders, subscriptions, checkouts, discounts, license keys, and benefits, at most five ' +
    'of a kind: by name, email, code, or description, by the id or its last 8 characters, a license key by the key or ' +
    'its last 6 characters, an order by its invoice number. Exact hits come first, then texts that begin with the ' +
    'query, then texts that contain it, the newest first. Only kinds that the token has a scope for are searched. ' +
    'Without a query nothing is found.',
  permissions: Object.values(PERMISSION_OF_KIND),
  query: z.object({
    organization_id: OrganizationFilter,
    query: SearchText.meta({
      description: 'Texts of one or two characters find only what is or begins with them.',
    }),
  }),
  response: SearchResponse,
});
