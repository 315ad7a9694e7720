import { z } from 'zod';
import { FACTOR_CHANGES } from '@/lib/contract/second-factors';

/** The name of the installation in mails. */
export const PRODUCT = 'Tilldesk';

// The kinds of mail: what the template of each prints (stored as JSON, so times are ISO 8601 texts), and the names of
// its secrets, which are stored encrypted until the mail has ended and never in `data`
// (docs/contract/mail.md#secrets).

/** The secrets that a mail can have. */
export interface SecretValues {
  /** A link that is a credential. */
  url: string;
  /** Six digits. */
  code: string;
  license_keys: readonly { key: string; display_key: string }[];
}

/** Whom a mail is for; mails to accounts go out from sandbox organizations too. */
type Audience = 'account' | 'buyer' | 'seller';

const Time = z.string();
/** In minor units of `currency`. */
const money = { amount: z.int(), currency: z.string() };
const Interval = z.enum(['month', 'year']);
/** An address of the product without a credential. */
const portal_url = z.string();
const product_name = z.string();
/** The description of a benefit. */
const benefit_name = z.string();
/** What was charged, or declined; absent where it is not known, and in mails from before it was told. */
const card = z.object({ brand: z.string(), last4: z.string() }).nullish();

const sale = {
  product_name,
  invoice_number: z.string().nullable(),
  created_at: Time,
  currency: z.string(),
  /** Those of the order, discounts as negative ones; none at the start of a trial. */
  lines: z.array(z.object({ label: z.string(), amount: z.int() })),
  tax_amount: z.int(),
  total_amount: z.int(),
  card,
  /** What is charged next; null for what was bought once or ends. */
  renewal: z.object({ at: Time, ...money, interval: Interval }).nullable(),
  /** The page of the order in the portal, where its invoice is too. */
  portal_url,
};

const nextCharge = { product_name, at: Time, ...money, interval: Interval, portal_url };

function kind<
  Kind extends Audience,
  Data extends z.ZodObject,
  Name extends keyof SecretValues = never,
>(audience: Kind, data: Data, secrets: readonly Name[] = []) {
  return { audience, data, secrets };
}

export const MAIL_KINDS = {
  confirm_email: kind(
    'account',
    z.object({ name: z.string(), cause: z.enum(['sign_up', 'new_address']) }),
    ['url'],
  ),
  sign_in_link: kind(
    'account',
    // `known_address`: somebody signed up with the address of an account.
    z.object({ name: z.string(), cause: z.enum(['requested', 'known_address']) }),
    ['url'],
  ),
  reset_password: kind('account', z.object({ name: z.string() }), ['url']),
  password_changed: kind(
    'account',
    z.object({
      name: z.string(),
      at: Time,
      /** How many personal tokens and connected apps ended with it; absent in mails from before they did. */
      ended_tokens: z.int().optional(),
      ended_apps: z.int().optional(),
    }),
  ),
  email_changed: kind('account', z.object({ name: z.string(), at: Time, new_email: z.string() })),
  factors_changed: kind(
    'account',
    z.object({
      name: z.string(),
      at: Time,
      /** `factors_removed`: all of them, by the operator. */
      change: z.enum([...FACTOR_CHANGES, 'factors_removed']),
    }),
  ),
  organization_deletion: kind(
    'account',
    z.object({
      name: z.string(),
      organization_name: z.string(),
      change: z.enum(['scheduled', 'taken_back']),
      /** Who has decided it; null where that is not known. */
      by: z.string().nullable(),
      /** When it is, or would have been, deleted. */
      deletes_at: Time,
      /** Its page in the dashboard on which it can be kept. */
      url: z.string(),
    }),
  ),
  invitation: kind(
    'account',
    z.object({
      organization_name: z.string(),
      role: z.enum(['owner', 'admin', 'member']),
      /** Null where a token of the organization invites. */
      inviter: z.string().nullable(),
      expires_at: Time,
    }),
    ['url'],
  ),

  receipt: kind(
    'buyer',
    z.object({
      ...sale,
      /** Descriptions of what was granted. */
      benefits: z.array(z.string()),
      downloads_count: z.int(),
      trial_ends_at: Time.nullable(),
    }),
    ['license_keys'],
  ),
  renewal_receipt: kind('buyer', z.object(sale)),
  payment_failed: kind(
    'buyer',
    z.object({
      product_name,
      ...money,
      card,
      /** The processor's code. */
      reason: z.string().nullable(),
      /** Null after the last try. */
      next_try_at: Time.nullable(),
      /** The next try is the last; absent in mails from before it was told. */
      is_next_last: z.boolean().optional(),
      /** When the subscription ends, where nothing is tried before; absent in mails from before it was told. */
      ends_at: Time.nullable().optional(),
      /** What the subscription became. */
      outcome: z.enum(['past_due', 'canceled', 'unpaid']),
      portal_url,
    }),
  ),
  trial_ending: kind('buyer', z.object(nextCharge)),
  renewal_upcoming: kind('buyer', z.object(nextCharge)),
  subscription_ending: kind('buyer', z.object({ product_name, at: Time, portal_url })),
  subscription_canceled: kind('buyer', z.object({ product_name, at: Time, portal_url })),
  subscription_paused: kind(
    'buyer',
    z.object({
      product_name,
      at: Time,
      portal_url,
      /** When the seller is deleted, where it is paused for that; absent in mails from before it was told. */
      closes_at: Time.nullish(),
    }),
  ),
  subscription_resumed: kind('buyer', z.object(nextCharge)),
  refund: kind(
    'buyer',
    z.object({
      product_name,
      invoice_number: z.string().nullable(),
      ...money,
      is_full: z.boolean(),
      portal_url,
    }),
  ),
  advertisement_approved: kind('buyer', z.object({ benefit_name, portal_url })),
  advertisement_changes_requested: kind(
    'buyer',
    z.object({
      benefit_name,
      /** What the seller asks for, in the seller's words. */
      note: z.string().nullable(),
      portal_url,
    }),
  ),
  license_key_transferred: kind(
    'buyer',
    z.object({
      benefit_name,
      /** Of the key that the receiver gets, or of the one that ends. */
      display_key: z.string(),
      /** To whom has it now; false to who had it. */
      is_received: z.boolean(),
      portal_url,
    }),
  ),
  portal_access: kind('buyer', z.object({ expires_at: Time }), ['url', 'code']),

  new_sale: kind(
    'seller',
    z.object({
      product_name,
      customer_email: z.string(),
      customer_name: z.string().nullable(),
      ...money,
      /** The order in the dashboard. */
      url: z.string(),
    }),
  ),
  trial_started: kind(
    'seller',
    z.object({
      product_name,
      customer_email: z.string(),
      customer_name: z.string().nullable(),
      ends_at: Time.nullable(),
      /** The subscription in the dashboard. */
      url: z.string(),
    }),
  ),
  canceled_by_customer: kind(
    'seller',
    z.object({
      product_name,
      customer_email: z.string(),
      customer_name: z.string().nullable(),
      /** When it ends, or has ended. */
      at: Time,
      is_over: z.boolean(),
      /** The subscription in the dashboard. */
      url: z.string(),
    }),
  ),
  payment_failed_for_good: kind(
    'seller',
    z.object({
      product_name,
      customer_email: z.string(),
      customer_name: z.string().nullable(),
      ...money,
      reason: z.string().nullable(),
      outcome: z.enum(['canceled', 'unpaid']),
      /** The subscription in the dashboard. */
      url: z.string(),
    }),
  ),
  advertisement_pending: kind(
    'seller',
    z.object({
      benefit_name,
      customer_email: z.string(),
      customer_name: z.string().nullable(),
      /** The benefit in the dashboard. */
      url: z.string(),
    }),
  ),
  key_pool_low: kind(
    'seller',
    z.object({
      benefit_name,
      free: z.int(),
      /** The benefit in the dashboard. */
      url: z.string(),
    }),
  ),
  key_pool_empty: kind(
    'seller',
    z.object({
      benefit_name,
      /** How many buyers wait for a key. */
      pending: z.int(),
      /** The benefit in the dashboard. */
      url: z.string(),
    }),
  ),
  webhook_disabled: kind(
    'seller',
    z.object({
      /** As the dashboard shows it. */
      endpoint_url: z.string(),
      reason: z.enum(['gone', 'failing']),
      /** The endpoint in the dashboard. */
      url: z.string(),
    }),
  ),
  connection_broken: kind(
    'seller',
    z.object({
      platform: z.enum(['github', 'discord']),
      /** The organization of GitHub, or the server of Discord. */
      account: z.string(),
      problem: z.string(),
      /** The connections in the dashboard. */
      url: z.string(),
    }),
  ),
  payments_failing: kind(
    'seller',
    z.object({
      /** The account's id with Stripe. */
      account: z.string(),
      problem: z.string(),
      /** The settings of payments in the dashboard. */
      url: z.string(),
    }),
  ),
  test_mail: kind('seller', z.object({ requested_by: z.string().nullable() })),
};

export type MailKind = keyof typeof MAIL_KINDS;
export const MAIL_KIND_NAMES = Object.keys(MAIL_KINDS) as [MailKind, ...MailKind[]];

/** Whom mails of a kind are for. */
export function audienceOf(kind: string): Audience {
  return MAIL_KINDS[kind as MailKind].audience;
}

/**
 * In whose name a mail is: its organization's, or (null) the installation's. Those about accounts are the
 * installation's whoever causes them: an invitation goes to an address that has not asked for it.
 */
export function namedSender(kind: string, sender: MailSender | null): MailSender | null {
  return audienceOf(kind) === 'account' ? null : sender;
}

/** Which mails go before which: `sign_in` before all others. */
export type MailUrgency = 'sign_in' | 'portal' | 'account' | 'other';

const URGENCIES: { readonly [Kind in MailKind]?: MailUrgency } = {
  confirm_email: 'sign_in',
  sign_in_link: 'sign_in',
  reset_password: 'sign_in',
  portal_access: 'portal',
};

export function urgencyOf(kind: string): MailUrgency {
  return URGENCIES[kind as MailKind] ?? (audienceOf(kind) === 'account' ? 'account' : 'other');
}

/** Whether a mail goes to the address that its customer has by then. */
export function isToBuyer<Mail extends { kind: string; customerId: string | null }>(
  mail: Mail,
): mail is Mail & { customerId: string } {
  return mail.customerId !== null && audienceOf(mail.kind) === 'buyer';
}

/** The kinds for an audience. */
export function kindsFor(audience: Audience): MailKind[] {
  return MAIL_KIND_NAMES.filter((name) => audienceOf(name) === audience);
}

/** What the template of a kind prints. */
export type MailData<Kind extends MailKind> = z.infer<(typeof MAIL_KINDS)[Kind]['data']>;
/** The secrets of a kind: `{ url: string }`, `{ license_keys: [{ key, display_key }] }`, … */
export type MailSecrets<Kind extends MailKind> = Pick<
  SecretValues,
  (typeof MAIL_KINDS)[Kind]['secrets'][number]
>;

/** A mail with its contents, as a template takes it. */
export type MailContent<Kind extends MailKind = MailKind> = {
  [Name in Kind]: { kind: Name; data: MailData<Name>; secrets: MailSecrets<Name> };
}[Kind];

/** A mail to queue; `secrets` is `{}` for a kind without any. */
export type MailToSend<Kind extends MailKind = MailKind> = MailContent<Kind> & {
  /** Null: the installation's own, as are those of accounts but for invitations. */
  organizationId: string | null;
  /** Its address. */
  recipient: string;
  recipientName?: string | null;
  customerId?: string | null;
  orderId?: string | null;
  subscriptionId?: string | null;
};

/** The organization that a mail comes from, as it is when the mail is sent. */
export interface MailSender {
  name: string;
  slug: string;
  /** Where buyers can answer. */
  email: string | null;
  /** Of its own site or of this installation. */
  pictureUrl: string | null;
  /** `#rgb` or `#rrggbb`. */
  accentColor: string | null;
  timezone: string;
  isSandbox: boolean;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Makes the subject, HTML and text of a mail; `sender` is null for the installation's own. */
export type RenderMail = (content: MailContent, sender: MailSender | null) => Promise<RenderedMail>;
