import { findOrganizationId } from '@/lib/auth/credentials';
import { systemScope } from '@/lib/database/connection/scope';
import { stripeScript } from '@/lib/integrations/stripe/client';
import { ownPicture } from '@/lib/resources/files/service';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { findActive } from '@/lib/resources/payment-connections/service';
import { env } from '@/lib/runtime/env';

/** What a page has to know to take payments through Stripe. */
export interface StripeAccess {
  script: string;
  publishableKey: string;
}

/** What anybody may know of a seller: the portal shows it before the sign-in, and a checkout that has expired. */
export interface PortalSeller {
  id: string;
  name: string;
  slug: string;
  email: string | null;
  /** Of this installation; other sites could track buyers. */
  pictureUrl: string | null;
  accentColor: string | null;
  isSandbox: boolean;
  /** When it is deleted, with its time zone; null unless that is scheduled. */
  closes: { at: string; timezone: string } | null;
  /** Of the seller, linked where buyers pay. */
  termsUrl: string | null;
  refundPolicyUrl: string | null;
  /** The script by which its pages take payments; null where no account takes them. */
  stripe: StripeAccess | null;
  /** Where links to the portal go: to the buyer, in a sandbox perhaps to members alone, or nowhere. */
  mail: 'sent' | 'members' | 'kept';
}

/** The seller with this slug, in any case; null where there is none. */
export async function findPortalSeller(slug: string): Promise<PortalSeller | null> {
  const id = await findOrganizationId(slug);
  return id === null ? null : portalSeller(id);
}

/** The seller of a checkout or portal, as buyers may know it. */
export async function portalSeller(id: string): Promise<PortalSeller> {
  const scope = systemScope(id);
  const organization = await getOrganization(scope, id);
  const connection = await findActive(scope, id);
  return {
    id,
    name: organization.name,
    slug: organization.slug,
    email: organization.email,
    pictureUrl: ownPicture(organization.avatar_url),
    accentColor: organization.profile_settings.accent_color,
    isSandbox: organization.is_sandbox,
    closes: organization.deletion_scheduled_at
      ? { at: organization.deletion_scheduled_at, timezone: organization.timezone }
      : null,
    termsUrl: organization.checkout_settings.terms_url,
    refundPolicyUrl: organization.checkout_settings.refund_policy_url,
    stripe: connection && {
      script: stripeScript(),
      publishableKey: connection.publishableKey,
    },
    mail: mailOf(organization.is_sandbox),
  };
}

function mailOf(isSandbox: boolean): PortalSeller['mail'] {
  const { SMTP_URL, MAIL_SANDBOX } = env();
  if (!SMTP_URL || (isSandbox && MAIL_SANDBOX === 'outbox')) return 'kept';
  return isSandbox && MAIL_SANDBOX === 'members' ? 'members' : 'sent';
}
