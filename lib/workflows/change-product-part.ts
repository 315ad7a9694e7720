import { commit } from '@/lib/api/commands';
import type { Scope } from '@/lib/database/connection/scope';
import type { Benefit, BenefitUpdate } from '@/lib/resources/benefits/schema';
import * as benefits from '@/lib/resources/benefits/service';
import type {
  CustomFieldUpdate,
  CustomFieldWithProducts,
} from '@/lib/resources/custom-fields/schema';
import * as customFields from '@/lib/resources/custom-fields/service';
import type { FileRead, FileUpdate } from '@/lib/resources/files/schema';
import * as files from '@/lib/resources/files/service';
import { type Part, refuseLargeProducts } from '@/lib/resources/products/service';

// What products show of other resources is changed together with the check that no product becomes too large by it
// (docs/contract/catalogue.md#bounds). The check comes after the change, whose triggers have locked those products.

/** Throws what `benefits.update` throws, and 422 where a product would become too large. */
export function updateBenefit(scope: Scope, id: string, body: BenefitUpdate): Promise<Benefit> {
  return commit(scope, async (scope) => {
    const { benefit, grown } = await benefits.update(scope, id, body);
    await check(scope, 'benefits', id, grown);
    return benefit;
  });
}

/** Throws what `customFields.update` throws, and 422 where a product would become too large. */
export function updateCustomField(
  scope: Scope,
  id: string,
  body: CustomFieldUpdate,
): Promise<CustomFieldWithProducts> {
  return commit(scope, async (scope) => {
    const { field, grown } = await customFields.update(scope, id, body);
    await check(scope, 'customFields', id, grown);
    return field;
  });
}

/** Throws what `files.update` throws, and 422 where a product would become too large. */
export function updateFile(scope: Scope, id: string, body: FileUpdate): Promise<FileRead> {
  return commit(scope, async (scope) => {
    const { file, grown } = await files.update(scope, id, body);
    await check(scope, 'files', id, grown);
    return file;
  });
}

async function check(scope: Scope, part: Part, id: string, grown: string | undefined) {
  if (grown !== undefined) await refuseLargeProducts(scope, part, id, grown);
}
