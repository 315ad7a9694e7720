import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Benefit as BenefitRow } from '@/lib/database/generated/client';
import type { CountedBenefit } from '@/lib/resources/benefits/repository';
import { activeFiles, connectionStatus } from '@/lib/resources/benefits/rules';
import { type Benefit, BenefitBase, type CustomerBenefit } from '@/lib/resources/benefits/schema';
import { guildToken } from '@/lib/resources/discord-connections/rules';
import type { PublicOrganization } from '@/lib/resources/organizations/schema';

/** A benefit without its properties (docs/contract/benefits.md#fields). */
export const serializeBenefitBase: (row: BenefitRow) => BenefitBase = scalarsOf(
  'Benefit',
  BenefitBase,
);

/**
 * A benefit inside of another object, an event or a snapshot (docs/contract/benefits.md#fields): without its
 * note, which would be repeated with everything that shows the benefit.
 */
export function serializeBenefit(row: BenefitRow): Benefit {
  const base = { ...serializeBenefitBase(row), properties: row.properties };
  switch (row.type) {
    case 'custom':
      return jsonColumn<Benefit>({ ...base, properties: { note: null }, is_tax_applicable: false });
    case 'discord': {
      const properties = jsonColumn<{ guild_id: string; role_id: string }>(row.properties);
      return jsonColumn<Benefit>({
        ...base,
        properties: { ...properties, guild_token: guildToken(properties.guild_id) },
        connection_status: connectionStatus(row),
      });
    }
    case 'github_repository':
      return jsonColumn<Benefit>({ ...base, connection_status: connectionStatus(row) });
    default:
      return jsonColumn<Benefit>(base);
  }
}

/** A benefit as its own operations and events print it: with its note, and the number of its products. */
export function serializeCountedBenefit(row: CountedBenefit): Benefit {
  const benefit = { ...serializeBenefit(row), products_count: row._count.products };
  if (benefit.type !== 'custom') return benefit;
  return { ...benefit, properties: jsonColumn<{ note: string | null }>(row.properties) };
}

/** A benefit in the customer portal. */
export function serializeCustomerBenefit(
  row: BenefitRow,
  organization: PublicOrganization,
): CustomerBenefit {
  const properties = customerProperties(row);
  return jsonColumn<CustomerBenefit>({ ...serializeBenefitBase(row), organization, properties });
}

function customerProperties({ type, properties }: BenefitRow) {
  switch (type) {
    case 'discord': {
      const { guild_id } = jsonColumn<{ guild_id: string }>(properties);
      return { guild_id };
    }
    case 'github_repository': {
      const { repository_owner, repository_name } = jsonColumn<Record<string, string>>(properties);
      return { repository_owner, repository_name };
    }
    case 'downloadables':
      return {
        active_files: activeFiles(jsonColumn<Parameters<typeof activeFiles>[0]>(properties)),
      };
    default:
      return properties;
  }
}
