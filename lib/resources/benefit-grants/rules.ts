import { jsonColumn, timestamp } from '@/lib/contract/serialize';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { BenefitType } from '@/lib/resources/benefits/schema';
import type { GrantError, GrantStatus } from '@/lib/resources/grant-effects/schema';

type Properties = BenefitGrant['properties'];

/** How far a grant has come (docs/contract/connections.md#grants); null for one that is over. */
export function grantStatus({ grantedAt, revokedAt, effect }: Told): GrantStatus | null {
  if (effect && effect.status !== 'ended') return effect.status;
  return grantedAt !== null && revokedAt === null ? 'granted' : null;
}

/** Why a grant does not reach its customer, or is not taken back; null where nothing is wrong. */
export function grantError({ effect }: Told): GrantError | null {
  if (!effect?.errorCode || effect.status === 'ended') return null;
  return {
    code: effect.errorCode as GrantError['code'],
    detail: effect.errorDetail ?? '',
    at: timestamp(effect.errorAt),
    next_try_at: timestamp(effect.nextTryAt),
  };
}

interface Told {
  grantedAt: Date | null;
  revokedAt: Date | null;
  effect: {
    status: GrantStatus | 'ended';
    errorCode: string | null;
    errorDetail: string | null;
    errorAt: Date | null;
    nextTryAt: Date | null;
  } | null;
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
