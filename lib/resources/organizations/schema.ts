import { z } from 'zod';
import {
  Address,
  AddressInput,
  Currency,
  Email,
  HttpUrl,
  Id,
  int,
  notCleared,
  text,
  trimmedText,
} from '@/lib/contract/fields';
import { isTimeZone } from '@/lib/contract/formats';
import { MAX_AMOUNT } from '@/lib/contract/money';
import { ROLES } from '@/lib/contract/permissions';
import { INVOICE_PREFIX, isReservedSlug } from '@/lib/resources/organizations/rules';
import { PublicOrganization } from '@/lib/resources/public-organizations/schema';

export const DunningEnd = z.enum(['canceled', 'unpaid']);

export const OrganizationSubscriptionSettings = z
  .object({
    dunning_end: DunningEnd.meta({
      description: 'What a subscription becomes when the last retry of a renewal has failed.',
    }),
  })
  .meta({ id: 'OrganizationSubscriptionSettings' });
export type OrganizationSubscriptionSettings = z.infer<typeof OrganizationSubscriptionSettings>;

export const OrganizationNotificationSettings = z
  .object({
    new_sale: z.boolean(),
    payment_failed: z.boolean().meta({
      description: 'The last retry of a renewal has failed.',
    }),
    trial_started: z.boolean(),
    subscription_canceled: z.boolean().meta({
      description: 'A customer has canceled in the portal.',
    }),
    advertisement_pending: z.boolean().meta({
      description: 'A customer has filled in an advertisement.',
    }),
    key_pool_low: z.boolean().meta({
      description: 'A pool of license keys has fallen to the `low_stock_at` of its benefit.',
    }),
    key_pool_empty: z.boolean().meta({
      description: 'A customer waits for a license key, as a pool is empty.',
    }),
  })
  .meta({
    id: 'OrganizationNotificationSettings',
    description: 'Which mails go to the owners.',
  });
export type OrganizationNotificationSettings = z.infer<typeof OrganizationNotificationSettings>;

export const OrganizationCheckoutSettings = z
  .object({
    allow_discount_codes: z.boolean(),
    success_url: z.string().nullable(),
    terms_url: z.string().nullable(),
    refund_policy_url: z.string().nullable(),
  })
  .meta({
    id: 'OrganizationCheckoutSettings',
    description:
      'What new checkouts and checkout links take where the request leaves it out, and what the buyer’s pages link.',
  });
export type OrganizationCheckoutSettings = z.infer<typeof OrganizationCheckoutSettings>;

/** An organization (docs/contract/organizations.md#fields). */
export const Organization = PublicOrganization.extend({
  subscription_settings: OrganizationSubscriptionSettings,
  notification_settings: OrganizationNotificationSettings,
  checkout_settings: OrganizationCheckoutSettings,
  timezone: z.string(),
  default_currency: z.string().meta({
    description: 'What every product has a price in. Fixed after the first sale.',
  }),
  legal_name: z.string().nullable().meta({ description: 'Of the seller, on invoices.' }),
  legal_address: Address.nullable(),
  tax_id: z.string().nullable(),
  invoice_prefix: z.string().meta({
    description:
      'What invoice numbers begin with; by default the first letters and digits of the slug.',
  }),
  is_first_sale_seen: z.boolean().meta({
    description: 'Whether the dashboard has shown the first sale, which it does once.',
  }),
  require_two_factor: z.boolean().meta({
    description:
      'Members need a second factor: without one they get 403 with `code: "two_factor_required"` for all of it.',
  }),
  refund_step_up_amount: z.int().nullable().meta({
    description: 'Refunds above it, in minor units, need a confirmed session; null: none does.',
  }),
  statement_descriptor_suffix: z.string().nullable().meta({
    description:
      'Ends the text of charges on card statements, after the prefix of the account with Stripe.',
  }),
}).meta({ id: 'Organization', resource: 'organizations' });
export type Organization = z.infer<typeof Organization>;

const name = trimmedText({ min: 3, max: 200 });

/** Part of URLs, not changeable (docs/contract/organizations.md#name-and-slug). */
export const Slug = trimmedText({ min: 3, max: 64 })
  .regex(/^[a-z0-9-]+$/, { error: 'Use lowercase letters, digits, and hyphens only.' })
  .refine((slug) => !isReservedSlug(slug), { error: 'This word is reserved. Choose another one.' });

const shortText = trimmedText({ max: 500 }).nullish();

const ProfileSettingsInput = z
  .object({
    enabled: z.boolean().nullish(),
    description: text({ max: 5000 }).nullish(),
    featured_projects: z.array(Id).max(100).nullish(),
    featured_organizations: z.array(Id).max(100).nullish(),
    links: z.array(HttpUrl).max(100).nullish(),
    subscribe: z
      .object({
        promote: z.boolean().default(true),
        show_count: z.boolean().default(true),
        count_free: z.boolean().default(true),
      })
      .nullish(),
    accent_color: z
      .string()
      .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, {
        error: 'Enter a color such as #0a7 or #00aa77.',
      })
      .nullish(),
  })
  .meta({ id: 'OrganizationProfileSettingsInput' });

const FeatureSettingsInput = z
  .object({ issue_funding_enabled: z.boolean().nullish() })
  .meta({ id: 'OrganizationFeatureSettingsInput' });

const SubscriptionSettingsInput = z
  .object({ dunning_end: DunningEnd.nullish() })
  .meta({ id: 'OrganizationSubscriptionSettingsInput' });

const NotificationSettingsInput = z
  .object({
    new_sale: z.boolean().nullish(),
    payment_failed: z.boolean().nullish(),
    trial_started: z.boolean().nullish(),
    subscription_canceled: z.boolean().nullish(),
    advertisement_pending: z.boolean().nullish(),
    key_pool_low: z.boolean().nullish(),
    key_pool_empty: z.boolean().nullish(),
  })
  .meta({ id: 'OrganizationNotificationSettingsInput' });

const CheckoutSettingsInput = z
  .object({
    allow_discount_codes: z.boolean().nullish(),
    success_url: HttpUrl.nullish().meta({ description: '{CHECKOUT_ID} in it is replaced.' }),
    terms_url: HttpUrl.nullish().meta({ description: 'Terms of sale, linked where buyers pay.' }),
    refund_policy_url: HttpUrl.nullish().meta({ description: 'Linked where buyers pay.' }),
  })
  .meta({ id: 'OrganizationCheckoutSettingsInput' });

/** The fields that creation and update accept. */
const written = {
  avatar_url: HttpUrl.nullish(),
  bio: shortText,
  company: shortText,
  blog: HttpUrl.max(500, { error: 'Enter at most 500 characters.' }).nullish(),
  location: shortText,
  email: Email.nullish(),
  social_username: shortText,
  twitter_username: shortText,
  profile_settings: notCleared(ProfileSettingsInput),
  feature_settings: notCleared(FeatureSettingsInput),
  subscription_settings: notCleared(SubscriptionSettingsInput),
  notification_settings: notCleared(NotificationSettingsInput),
  checkout_settings: notCleared(CheckoutSettingsInput),
  timezone: notCleared(
    z
      .string()
      .max(64, { error: 'Enter at most 64 characters.' })
      .refine(isTimeZone, { error: 'Enter the name of a time zone, such as Europe/Berlin.' }),
  ),
  default_currency: notCleared(Currency),
  legal_name: shortText,
  legal_address: AddressInput.nullish(),
  tax_id: trimmedText({ max: 64 }).nullish(),
  invoice_prefix: notCleared(
    z
      .string()
      .trim()
      .regex(INVOICE_PREFIX, { error: 'Enter 2 to 8 letters or digits.' })
      .toUpperCase(),
  ),
};

interface BothNames {
  social_username?: string | null | undefined;
  twitter_username?: string | null | undefined;
}

/** Both names of a paired field may be given, with equal values. */
const oneValue = ({ social_username, twitter_username }: BothNames) =>
  social_username === undefined ||
  twitter_username === undefined ||
  social_username === twitter_username;
const twoValues = {
  error: 'social_username and twitter_username are the same field. Send one value.',
  path: ['twitter_username'],
};

export const OrganizationCreate = z
  .object({
    name,
    slug: Slug,
    ...written,
    is_sandbox: notCleared(z.boolean()).meta({
      description: 'Fixed from then on; by default true: no real money moves.',
    }),
  })
  .refine(oneValue, twoValues)
  .meta({ id: 'OrganizationCreate' });
export type OrganizationCreate = z.infer<typeof OrganizationCreate>;

/**
 * The slug is not changeable. Settings are merged one level deep
 * (docs/contract/organizations.md#settings).
 */
export const OrganizationUpdate = z
  .object({
    name: notCleared(name),
    ...written,
    default_upfront_split_to_contributors: int({ max: 100 }).nullish(),
    pledge_badge_show_amount: notCleared(z.boolean()),
    pledge_minimum_amount: notCleared(int()),
    billing_email: Email.nullish(),
    default_badge_custom_content: text({ max: 5000 }).nullish(),
    total_monthly_spending_limit: int().nullish(),
    per_user_monthly_spending_limit: int().nullish(),
    is_first_sale_seen: notCleared(z.boolean()),
    require_two_factor: notCleared(z.boolean()).meta({
      description: 'Set by owners who have a second factor.',
    }),
    refund_step_up_amount: int({ max: MAX_AMOUNT }).nullish().meta({
      description: 'Changed by a session that is confirmed, or a token.',
    }),
    statement_descriptor_suffix: trimmedText({ min: 1, max: 22 }).nullish(),
  })
  .refine(oneValue, twoValues)
  .meta({ id: 'OrganizationUpdate' });
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>;

/** The slug, typed by whoever wants the organization deleted. */
export const OrganizationDeletion = z
  .object({ confirm_slug: trimmedText({ max: 64 }) })
  .meta({ id: 'OrganizationDeletion' });
export type OrganizationDeletion = z.infer<typeof OrganizationDeletion>;

export const ORGANIZATION_SORTS = ['created_at', 'name'] as const;
export type OrganizationSort = (typeof ORGANIZATION_SORTS)[number];

export const Role = z.enum(ROLES).meta({ id: 'Role' });
