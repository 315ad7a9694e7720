import type { FieldValues } from 'react-hook-form';
import { FORM } from '@/components/benefit-form/texts';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Benefit, BenefitType } from '@/lib/resources/benefits/schema';

/** The properties of every type; those of the benefit's own type are sent. */
interface Properties {
  note: string | null;
  prefix: string | null;
  expires: { ttl: number | null; timeframe: 'day' | 'month' | 'year' };
  activations: { limit: number | null; enable_customer_admin: boolean };
  limit_usage: number | null;
  show_snippets: boolean;
  files: string[];
  archived: Record<string, boolean>;
  image_width: number | null;
  image_height: number | null;
  guild_token: string;
  role_id: string;
  repository_owner: string;
  repository_name: string;
  permission: 'pull' | 'triage' | 'push' | 'maintain' | 'admin';
}

/** What the form of a benefit holds. */
export interface BenefitValues extends FieldValues {
  type: BenefitType;
  description: string;
  properties: Properties;
}

export const NO_PROPERTIES: Properties = {
  note: null,
  prefix: null,
  expires: { ttl: null, timeframe: 'year' },
  activations: { limit: null, enable_customer_admin: true },
  limit_usage: null,
  show_snippets: true,
  files: [],
  archived: {},
  image_width: 400,
  image_height: 400,
  guild_token: '',
  role_id: '',
  repository_owner: '',
  repository_name: '',
  permission: 'pull',
};

export const NEW_BENEFIT: BenefitValues = {
  type: 'license_keys',
  description: '',
  properties: NO_PROPERTIES,
};

export function valuesOf({ type, description, properties }: Benefit): BenefitValues {
  const stored = Object.entries(properties).filter(([, value]) => value !== null);
  const keys = type === 'license_keys' && { show_snippets: properties.activations !== null };
  const known = { ...NO_PROPERTIES, ...keys, ...Object.fromEntries(stored) };
  return { type, description, properties: known as Properties };
}

/** What the form asks for beside the contract: downloads without a file would be an empty promise to buyers. */
export function checkBenefit({ type, properties }: BenefitValues): Problem[] {
  const isMissing = type === 'downloadables' && properties.files.length === 0;
  return isMissing ? [bodyProblem(['properties', 'files'], FORM.fileMissing)] : [];
}

/** The properties of the type, as the operations take them. */
export function propertiesOf({ type, properties }: BenefitValues) {
  switch (type) {
    case 'custom':
      return { note: properties.note };
    case 'ads':
      return { image_width: properties.image_width, image_height: properties.image_height };
    case 'discord':
      return { guild_token: properties.guild_token, role_id: properties.role_id };
    case 'github_repository': {
      const { repository_owner, repository_name, permission } = properties;
      return { repository_owner, repository_name, permission };
    }
    case 'downloadables':
      return { files: properties.files, archived: properties.archived };
    case 'license_keys': {
      const { prefix, expires, activations, limit_usage, show_snippets } = properties;
      return {
        prefix,
        expires: expires.ttl === null ? null : expires,
        activations: activations.limit === null ? null : activations,
        limit_usage,
        show_snippets,
      };
    }
  }
}
