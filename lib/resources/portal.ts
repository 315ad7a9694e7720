import { findOrganizationId } from '@/lib/auth/credentials';
import { systemScope } from '@/lib/database/connection/scope';
import { get as getOrganization } from '@/lib/resources/organizations/service';
import { env, publicUrl } from '@/lib/runtime/env';

/** What anybody may know of a seller: the portal shows it before the sign-in. */
export interface PortalSeller {
  id: string;
  name: string;
  slug: string;
  email: string | null;
  /** Of this installation; other sites could track buyers. */
  pictureUrl: string | null;
  accentColor: string | null;
  isSandbox: boolean;
  /** Where links to the portal go: to the buyer, in a sandbox perhaps to members alone, or nowhere. */
  mail: 'sent' | 'members' | 'kept';
}

/** The seller with this slug, in any case; null where there is none. */
export async function findPortalSeller(slug: string): Promise<PortalSeller | null> {
  const id = await findOrganizationId(slug);
  if (id === null) return null;
  const organization = await getOrganization(systemScope(id), id);
  const { avatar_url } = organization;
  const isOwn = avatar_url !== null && URL.parse(avatar_url)?.origin === publicUrl();
  return {
    id,
    name: organization.name,
    slug: organization.slug,
    email: organization.email,
    pictureUrl: isOwn ? avatar_url : null,
    accentColor: organization.profile_settings.accent_color,
    isSandbox: organization.is_sandbox,
    mail: mailOf(organization.is_sandbox),
  };
}

/** Whether mails of an organization reach its buyers: then they come to the portal by themselves. */
export async function mailsBuyers(organizationId: string): Promise<boolean> {
  const { is_sandbox } = await getOrganization(systemScope(organizationId), organizationId);
  return mailOf(is_sandbox) === 'sent';
}

function mailOf(isSandbox: boolean): PortalSeller['mail'] {
  const { SMTP_URL, MAIL_SANDBOX } = env();
  if (!SMTP_URL || (isSandbox && MAIL_SANDBOX === 'outbox')) return 'kept';
  return isSandbox && MAIL_SANDBOX === 'members' ? 'members' : 'sent';
}
