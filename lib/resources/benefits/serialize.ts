import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn } from '@/lib/contract/serialize';
import type { Benefit as BenefitRow } from '@/lib/database/generated/client';
import type { CountedBenefit } from '@/lib/resources/benefits/repository';
import { activeFiles, connectionStatus, guildToken } from '@/lib/resources/benefits/rules';
import { type Benefit, BenefitBase, type CustomerBenefit } from '@/lib/resources/benefits/schema';
import type { PublicOrganization } from '@/lib/resources/organizations/schema';

/** A benefit without its properties (docs/contract/benefits.md#fields). */
export const serializeBenefitBase: (row: BenefitRow) => BenefitBase = scalarsOf(
  'Benefit',
  BenefitBase,
);

/** A benefit as the API prints it (docs/contract/benefits.md#fields). */
export function serializeBenefit(row: BenefitRow): Benefit {
  const base = { ...serializeBenefitBase(row), properties: row.properties };
  switch (row.type) {
    case 'custom':
      return jsonColumn<Benefit>({ ...base, is_tax_applicable: false });
    case 'discord': {
      const properties = jsonColumn<{ guild_id: string; role_id: string }>(row.properties);
      return jsonColumn<Benefit>({
        ...base,
        properties: { ...properties, guild_token: guildToken(properties.guild_id) },
        connection_status: connectionStatus(row.type),
      });
    }
    case 'github_repository':
      return jsonColumn<Benefit>({ ...base, connection_status: connectionStatus(row.type) });
    default:
      return jsonColumn<Benefit>(base);
  }
}

/** A benefit as its own operations print it: with the number of its products. */
export function serializeCountedBenefit(row: CountedBenefit): Benefit {
  return { ...serializeBenefit(row), products_count: row._count.products };
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
