import type { FieldValues } from 'react-hook-form';
import type { AdsValues } from '@/components/benefit-types/seller/ads';
import type { CustomValues } from '@/components/benefit-types/seller/custom';
import type { DiscordValues } from '@/components/benefit-types/seller/discord';
import type { DownloadablesValues } from '@/components/benefit-types/seller/downloadables';
import type { RepositoryValues } from '@/components/benefit-types/seller/github-repository';
import type { LicenseKeysValues } from '@/components/benefit-types/seller/license-keys';
import type { BenefitType } from '@/lib/resources/benefits/schema';

/** What the form of a benefit holds. */
export interface BenefitValues extends FieldValues {
  type: BenefitType;
  description: string;
  /** The properties of every type; those of the benefit's own type are sent. */
  properties: AdsValues &
    CustomValues &
    DiscordValues &
    DownloadablesValues &
    RepositoryValues &
    LicenseKeysValues;
}
