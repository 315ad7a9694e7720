import { jsonColumn } from '@/lib/contract/serialize';
import type { BenefitGrant, GrantError } from '@/lib/resources/benefit-grants/schema';
import { connectionStatus } from '@/lib/resources/benefits/rules';
import type { BenefitType } from '@/lib/resources/benefits/schema';

type Properties = BenefitGrant['properties'];

const SERVICES: Partial<Record<BenefitType, string>> = {
  discord: 'Discord',
  github_repository: 'GitHub',
};

/**
 * Why a granted benefit does not reach its customer (docs/contract/benefits.md#grants); null where it does, and for
 * a revoked grant.
 */
export function grantError(grant: {
  benefit: { type: BenefitType };
  grantedAt: Date | null;
  revokedAt: Date | null;
  properties: unknown;
}): GrantError | null {
  const { benefit, grantedAt, revokedAt, properties } = grant;
  const connection = connectionStatus(benefit.type);
  if (connection === null || grantedAt === null || revokedAt !== null) return null;
  const service = SERVICES[benefit.type];
  if (!jsonColumn<{ account_id?: string }>(properties).account_id) {
    return {
      code: 'ACCOUNT_MISSING',
      detail: `The customer has not named a ${service} account yet.`,
    };
  }
  if (connection === 'connected') return null;
  return { code: 'NOT_CONNECTED', detail: `Your ${service} account is not connected.` };
}

/**
 * The properties of a new grant, as far as the benefit determines them; `campaignId` becomes the id of an
 * advertisement campaign. A license key is a row of its own that refers to its grant.
 */
export function grantProperties(
  benefit: { type: BenefitType; properties: unknown },
  campaignId: string,
): Properties {
  const properties = jsonColumn<Record<string, string> & { files: string[] }>(benefit.properties);
  switch (benefit.type) {
    case 'ads':
      return { advertisement_campaign_id: campaignId };
    case 'discord': {
      const { guild_id, role_id } = properties;
      return jsonColumn<Properties>({ guild_id, role_id });
    }
    case 'github_repository': {
      const { repository_owner, repository_name, permission } = properties;
      return jsonColumn<Properties>({ repository_owner, repository_name, permission });
    }
    case 'downloadables':
      return { files: properties.files };
    default:
      return {};
  }
}
