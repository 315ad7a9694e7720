import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { countsOf } from '@/lib/contract/counts-of';
import { exportOf } from '@/lib/contract/export-of';
import { Id, IdParams, many } from '@/lib/contract/fields';
import { page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import { endpoints } from '@/lib/resources/advertisements/operations';
import {
  ADVERTISEMENT_SORTS,
  AdvertisementCampaign,
  AdvertisementStatus,
  AdvertisementUpdate,
  CustomerAdvertisement,
  CustomerAdvertisementUpdate,
} from '@/lib/resources/advertisements/schema';

const advertisements = resource('advertisements', AdvertisementCampaign, {
  noun: 'advertisement campaign',
  permissions: 'benefits',
});

const list = advertisements.list(
  {
    benefit_id: Id,
    status: many(AdvertisementStatus),
    sorting: sorting(ADVERTISEMENT_SORTS, '-granted_at'),
  },
  { description: 'One for each grant of the benefit. `query` looks into the customer.' },
);

export const listAdvertisements = contract({
  ...list,
  response: page(AdvertisementCampaign).extend({
    dimensions: z
      .array(z.int())
      .meta({ description: 'Of the pictures of the benefit: width and height in pixels.' }),
  }),
});

export const exportAdvertisements = exportOf(list, [
  'id',
  'created_at',
  'modified_at',
  'benefit_id',
  'customer.name',
  'customer.email',
  'status',
  'is_granted',
  'is_served',
  'granted_at',
  'text',
  'link_url',
  'image_url',
  'image_url_dark',
  'note',
  'views',
  'clicks',
]);

export const countAdvertisements = countsOf(list, ['status']);

export const getAdvertisement = advertisements.get();

export const updateAdvertisement = advertisements.update(AdvertisementUpdate, {
  summary: 'Approve, pause or ask for changes of an advertisement campaign',
  description:
    '`approved` takes the version that waits and ends a pause, `paused` takes the advertisement from the feed, ' +
    '`changes_requested` sends the version that waits back. `If-Match` keeps what the customer changes meanwhile ' +
    'from being approved unseen.',
});

export const getCustomerAdvertisement = contract({
  ...endpoints.getCustomerAdvertisement,
  row: 'advertisements',
  summary: 'Get an advertisement campaign of the customer',
  description: 'Its id is `advertisement_campaign_id` of the properties of the grant.',
  params: IdParams,
  response: CustomerAdvertisement,
});

export const updateCustomerAdvertisement = contract({
  ...endpoints.updateCustomerAdvertisement,
  row: 'advertisements',
  summary: 'Fill in an advertisement campaign of the customer',
  description:
    'A picture is fetched once, by this request, and has to be of the size of the benefit; an address that the ' +
    'campaign prints keeps its picture. What is complete waits for the seller as `pending`; an approved version is ' +
    'served until then.',
  params: IdParams,
  body: CustomerAdvertisementUpdate,
  response: CustomerAdvertisement,
  errors: ['NotPermitted'],
  changes: ['advertisements'],
});
