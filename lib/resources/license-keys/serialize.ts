import { metadata, timestamp } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import type { LicenseActivation } from '@/lib/database/generated/client';
import { serializeCustomer, serializeUser, veiled } from '@/lib/resources/customers/serialize';
import type { LicenseKeyRow } from '@/lib/resources/license-keys/repository';
import { displayKey } from '@/lib/resources/license-keys/rules';
import type {
  LicenseKey,
  LicenseKeyActivation,
  LicenseKeyActivationBase,
  LicenseKeyWithActivations,
} from '@/lib/resources/license-keys/schema';

export type { LicenseKeyRow };

/**
 * A key as its buyer may see it, or whoever has no more than the key itself: of its holder, all
 * only in a session that is not bound to a checkout
 * (docs/contract/callers.md#confirmation-sessions).
 */
export function shownTo<Row extends LicenseKeyRow>({ caller }: Scope, row: Row): Row {
  const isBound = caller.kind !== 'customer' || caller.checkoutId !== null;
  return { ...row, customer: veiled(row.customer, { isBound }) };
}

/** A key as the API prints it (docs/contract/license-keys.md#fields). */
export function serializeLicenseKey(row: LicenseKeyRow): LicenseKey {
  const customer = serializeCustomer(row.customer);
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    organization_id: row.organizationId,
    user_id: row.customerId,
    customer_id: row.customerId,
    user: serializeUser(customer),
    customer,
    benefit_id: row.benefitId,
    key: row.key,
    display_key: displayKey(row.key),
    status: row.status,
    limit_activations: row.limitActivations,
    activations_count: row._count.activations,
    usage: row.usage,
    limit_usage: row.limitUsage,
    validations: row.validations,
    last_validated_at: timestamp(row.lastValidatedAt),
    expires_at: timestamp(row.expiresAt),
  };
}

/** An activation without its key. */
export function serializeActivationBase(row: LicenseActivation): LicenseKeyActivationBase {
  return {
    id: row.id,
    license_key_id: row.licenseKeyId,
    label: row.label,
    meta: metadata(row.meta),
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
  };
}

/** An activation as the API prints it (docs/contract/license-keys.md#activation-fields). */
export function serializeActivation(
  row: LicenseActivation & { licenseKey: LicenseKeyRow },
): LicenseKeyActivation {
  return { ...serializeActivationBase(row), license_key: serializeLicenseKey(row.licenseKey) };
}

/** A key with its activations. */
export function serializeWithActivations(
  row: LicenseKeyRow & { activations: LicenseActivation[] },
): LicenseKeyWithActivations {
  return {
    ...serializeLicenseKey(row),
    activations: row.activations.map(serializeActivationBase),
  };
}
