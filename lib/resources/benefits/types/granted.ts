import { z } from 'zod';
import { Id, trimmedText } from '@/lib/contract/fields';
import { PERMISSIONS } from '@/lib/resources/benefits/types/github-repository';

// What a grant of each type holds, and what its customer changes of it: apart from the types' properties, which every list
// that shows a product loads.

/** The account that a customer names for a grant. */
const AccountId = trimmedText({ min: 1, max: 255 }).meta({
  description: "The customer's account with that service.",
});

export const Granted = {
  ads: z
    .object({ advertisement_campaign_id: z.string() })
    .meta({ id: 'BenefitGrantAdsProperties' }),
  custom: z.object({}),
  discord: z
    .object({ account_id: z.string().optional(), guild_id: z.string(), role_id: z.string() })
    .meta({ id: 'BenefitGrantDiscordProperties' }),
  downloadables: z
    .object({ files: z.array(Id) })
    .meta({ id: 'BenefitGrantDownloadablesProperties' }),
  github_repository: z
    .object({
      account_id: z.string().optional(),
      repository_owner: z.string(),
      repository_name: z.string(),
      permission: z.enum(PERMISSIONS),
    })
    .meta({ id: 'BenefitGrantGitHubRepositoryProperties' }),
  license_keys: z
    .object({ license_key_id: Id.optional(), display_key: z.string().optional() })
    .meta({ id: 'BenefitGrantLicenseKeysProperties' }),
};

export const GrantUpdate = {
  ads: z.object({ benefit_type: z.literal('ads') }).meta({ id: 'CustomerBenefitGrantAdsUpdate' }),
  custom: z
    .object({ benefit_type: z.literal('custom') })
    .meta({ id: 'CustomerBenefitGrantCustomUpdate' }),
  discord: z
    .object({
      benefit_type: z.literal('discord'),
      properties: z
        .object({ account_id: AccountId })
        .meta({ id: 'CustomerBenefitGrantDiscordPropertiesUpdate' }),
    })
    .meta({ id: 'CustomerBenefitGrantDiscordUpdate' }),
  downloadables: z
    .object({ benefit_type: z.literal('downloadables') })
    .meta({ id: 'CustomerBenefitGrantDownloadablesUpdate' }),
  github_repository: z
    .object({
      benefit_type: z.literal('github_repository'),
      properties: z
        .object({ account_id: AccountId })
        .meta({ id: 'CustomerBenefitGrantGitHubRepositoryPropertiesUpdate' }),
    })
    .meta({ id: 'CustomerBenefitGrantGitHubRepositoryUpdate' }),
  license_keys: z
    .object({ benefit_type: z.literal('license_keys') })
    .meta({ id: 'CustomerBenefitGrantLicenseKeysUpdate' }),
};
