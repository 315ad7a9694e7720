import { z } from 'zod';
import { HttpUrl, Id, notCleared, Timestamp, trimmedText } from '@/lib/contract/fields';
import { CustomerBenefit } from '@/lib/resources/benefits/schema';
import { Customer } from '@/lib/resources/customers/schema';

export const AdvertisementStatus = z
  .enum(['draft', 'pending', 'approved', 'paused', 'changes_requested'])
  .meta({ id: 'AdvertisementStatus' });
export type AdvertisementStatus = z.infer<typeof AdvertisementStatus>;

/** The longest text of an advertisement, in characters. */
export const MAX_TEXT = 140;
/** The longest address of a picture, as of webhooks. */
const MAX_URL = 2048;

/** What an advertisement shows; a text that is not filled in yet is empty. */
const shown = {
  image_url: z.string().meta({ description: 'Where this installation serves the picture.' }),
  image_url_dark: z
    .string()
    .nullable()
    .meta({ description: 'The picture on dark pages, where there is one of its own.' }),
  text: z.string(),
  link_url: z.string().meta({ description: 'Where a click leads to.' }),
};

/** A version of a campaign (docs/contract/advertisements.md#versions). */
export const AdvertisementVersion = z.object(shown).meta({ id: 'AdvertisementVersion' });
export type AdvertisementVersion = z.infer<typeof AdvertisementVersion>;

const printed = {
  id: Id,
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  organization_id: Id,
  ...shown,
  status: AdvertisementStatus,
  pending: AdvertisementVersion.nullable().meta({
    description: 'The version that waits for the seller. The other fields show the approved one.',
  }),
  note: z
    .string()
    .nullable()
    .meta({ description: 'What the seller tells the customer, until the next change.' }),
  is_granted: z.boolean(),
  is_served: z.boolean().meta({
    description: 'Whether the feed has it: granted, approved once, and not paused since.',
  }),
  granted_at: Timestamp.nullable(),
  views: z.int(),
  clicks: z.int(),
  benefit_id: Id,
};

/** A campaign as its seller sees it (docs/contract/advertisements.md#fields). */
export const AdvertisementCampaign = z
  .object({
    ...printed,
    customer: Customer.pick({ id: true, name: true, email: true, avatar_url: true })
      .meta({ id: 'AdvertisementCustomer', resource: 'customers' })
      .nullable()
      .meta({ description: 'Null where the customer was deleted.' }),
  })
  .meta({ id: 'AdvertisementCampaign', resource: 'advertisements' });
export type AdvertisementCampaign = z.infer<typeof AdvertisementCampaign>;

/** A campaign in the customer portal, with its benefit, which has the size of its pictures. */
export const CustomerAdvertisement = z
  .object({ ...printed, benefit: CustomerBenefit.ads })
  .meta({ id: 'CustomerAdvertisement', resource: 'advertisements' });
export type CustomerAdvertisement = z.infer<typeof CustomerAdvertisement>;

const PictureUrl = HttpUrl.refine((value) => value.length <= MAX_URL, {
  error: `Enter at most ${MAX_URL} characters.`,
}).meta({ maxLength: MAX_URL });

/** What a customer fills in. A picture is fetched by the request itself. */
export const CustomerAdvertisementUpdate = z
  .object({
    image_url: notCleared(PictureUrl),
    image_url_dark: PictureUrl.nullish(),
    text: notCleared(trimmedText({ min: 1, max: MAX_TEXT })),
    link_url: notCleared(
      HttpUrl.refine((value) => /^https:/i.test(value), {
        error: 'Enter an address that starts with https://.',
      }),
    ),
  })
  .meta({ id: 'CustomerAdvertisementUpdate' });
export type CustomerAdvertisementUpdate = z.infer<typeof CustomerAdvertisementUpdate>;

/** What a seller decides. */
export const AdvertisementDecision = AdvertisementStatus.extract([
  'approved',
  'paused',
  'changes_requested',
]).meta({ id: 'AdvertisementDecision' });
export type AdvertisementDecision = z.infer<typeof AdvertisementDecision>;

export const AdvertisementUpdate = z
  .object({
    status: AdvertisementDecision,
    note: trimmedText({ min: 1, max: 500 }).nullish().meta({
      description: 'Added: what the customer is told, such as what to change.',
    }),
  })
  .meta({ id: 'AdvertisementUpdate' });
export type AdvertisementUpdate = z.infer<typeof AdvertisementUpdate>;

export const ADVERTISEMENT_SORTS = ['created_at', 'granted_at', 'views', 'clicks'] as const;
export type AdvertisementSort = (typeof ADVERTISEMENT_SORTS)[number];
