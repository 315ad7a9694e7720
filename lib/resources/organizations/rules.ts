import { DAY_MS } from '@/lib/contract/times';
import type {
  OrganizationCheckoutSettings,
  OrganizationNotificationSettings,
  OrganizationSubscriptionSettings,
} from '@/lib/resources/organizations/schema';
import type {
  OrganizationFeatureSettings,
  OrganizationProfileSettings,
} from '@/lib/resources/public-organizations/schema';

/** Slugs that are, or may become, the first segment of the product's own URLs. */
const RESERVED: ReadonlySet<string> = new Set(
  `
    about account accounts admin api app assets auth avatars billing blog checkout checkouts
    contact dashboard docs favicon health help home internal invitations legal login logout mail
    media metrics new oauth oauth2 orders organizations portal pricing privacy products public
    robots security settings sign-in sign-in-link sign-out sign-up signin signout signup sitemap
    static status support terms tilldesk uploads user users v1 v2 webhooks well-known www
  `.match(/\S+/g),
);

/** Whether a slug is reserved. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

/** How long an organization that is to be deleted can be kept, ms of real time (docs/contract/organizations.md#deletion). */
export const DELETION_MS = 30 * DAY_MS;

/** What invoice numbers may begin with (docs/contract/organizations.md#added-fields). */
export const INVOICE_PREFIX = /^[A-Za-z0-9]{2,8}$/;

/** The settings of an organization that has never changed any (docs/contract/organizations.md#settings). */
export const PROFILE_DEFAULTS: OrganizationProfileSettings = {
  enabled: false,
  description: null,
  featured_projects: [],
  featured_organizations: [],
  links: [],
  subscribe: { promote: true, show_count: true, count_free: true },
  accent_color: null,
};

/** The columns' defaults. */
export const PLEDGE_DEFAULTS = {
  pledge_minimum_amount: 2000,
  pledge_badge_show_amount: false,
  default_upfront_split_to_contributors: null,
};

export const FEATURE_DEFAULTS: OrganizationFeatureSettings = { issue_funding_enabled: false };

export const SUBSCRIPTION_DEFAULTS: OrganizationSubscriptionSettings = { dunning_end: 'canceled' };

export const NOTIFICATION_DEFAULTS: OrganizationNotificationSettings = {
  new_sale: true,
  payment_failed: true,
  trial_started: true,
  subscription_canceled: true,
  advertisement_pending: true,
  key_pool_low: true,
  key_pool_empty: true,
};

export const CHECKOUT_DEFAULTS: OrganizationCheckoutSettings = {
  allow_discount_codes: true,
  success_url: null,
  terms_url: null,
  refund_policy_url: null,
};

type Given<T> = { [Key in keyof T]?: T[Key] | null | undefined };

/**
 * Merges settings one level deep: undefined keeps a value, null clears it where it is nullable and keeps it
 * elsewhere (docs/contract/organizations.md#settings).
 */
export function mergeSettings<T extends object>(
  current: Given<T>,
  given: Given<T> | null | undefined,
  defaults: T,
): T {
  const merged = { ...defaults };
  for (const key of Object.keys(defaults) as (keyof T)[]) {
    for (const value of [current[key], given?.[key]]) {
      if (value === undefined || (value === null && defaults[key] !== null)) continue;
      merged[key] = value as T[keyof T];
    }
  }
  return merged;
}

/** What Stripe takes of a text on card statements, its prefix and what stands between the two included. */
const STATEMENT_LENGTH = 22;
const BETWEEN = '* '.length;

/**
 * Why a suffix is not printed on card statements (docs/contract/organizations.md#card-statements); null where it is.
 * `prefix` is the account's, null where it is not known.
 */
export function suffixProblem(suffix: string, prefix: string | null): string | null {
  if (/[<>\\'"*]/.test(suffix)) return 'Leave out <, >, \\, quotes, and *.';
  if (!/^[\x20-\x7e]*$/.test(suffix))
    return 'Use letters without accents, digits, and punctuation only.';
  if (!/[a-z]/i.test(suffix)) return 'Enter at least one letter.';
  const most = STATEMENT_LENGTH - (prefix === null ? 0 : prefix.length + BETWEEN);
  if (suffix.length <= most) return null;
  if (prefix === null) return `Enter at most ${most} characters.`;
  return `Enter at most ${Math.max(0, most)} characters: Stripe prints “${prefix}” before it.`;
}
