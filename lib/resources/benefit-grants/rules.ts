import { jsonColumn } from '@/lib/contract/serialize';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';
import type { BenefitType } from '@/lib/resources/benefits/schema';

/**
 * Statuses of a subscription whose buyer has its benefits: a past due one keeps them
 * (docs/contract/subscriptions.md#dunning).
 */
export const STATUSES_WITH_BENEFITS = ['trialing', 'active', 'past_due'] as const;

type Properties = BenefitGrant['properties'];

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
