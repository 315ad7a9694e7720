import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import type { FormerLicenseKey, LicenseActivation } from '@/lib/database/generated/client';
import {
  redactCustomer,
  serializeCustomer,
  serializeUser,
} from '@/lib/resources/customers/serialize';
import type { KeyParts, LicenseKeyRow, UsedKey } from '@/lib/resources/license-keys/repository';
import { displayKey } from '@/lib/resources/license-keys/rules';
import {
  LicenseKey,
  type LicenseKeyActivation,
  LicenseKeyActivationBase,
  type LicenseKeyExport,
  type LicenseKeyWithActivations,
} from '@/lib/resources/license-keys/schema';

export type { LicenseActivation, LicenseKeyRow, UsedKey };

const scalars = scalarsOf('LicenseKey', LicenseKey);

/**
 * A key redacted for callers other than its seller: the customer's data are complete only in a customer
 * session that is not bound to a checkout (docs/contract/callers.md#confirmation-sessions).
 */
export function redactForCaller<Row extends LicenseKeyRow>({ caller }: Scope, row: Row): Row {
  const isBound = caller.kind !== 'customer' || caller.checkoutId !== null;
  return { ...row, customer: redactCustomer(row.customer, { isBound }) };
}

/** A key as the API prints it (docs/contract/license-keys.md#fields). */
export function serializeLicenseKey(row: LicenseKeyRow): LicenseKey {
  const customer = serializeCustomer(row.customer);
  return withFields(scalars(row), {
    user_id: row.customerId,
    user: serializeUser(customer),
    customer,
    display_key: displayKey(row.key),
    activations_count: row._count.activations,
  });
}

/** A row of the export; a key that was deleted meanwhile has none of the rest. */
export function serializeExported(row: LicenseKeyRow, parts?: KeyParts): LicenseKeyExport {
  return {
    ...serializeLicenseKey(row),
    activations: parts?.activations ?? [],
    subscription_id: parts?.subscriptionId ?? null,
    order_id: parts?.orderId ?? null,
  };
}

/** An activation without its key. */
export const serializeActivationBase: (row: LicenseActivation) => LicenseKeyActivationBase =
  scalarsOf('LicenseActivation', LicenseKeyActivationBase);

/**
 * The key as the answer to one of its values prints it: with that value, so that who knows the one before does not learn
 * the present one (docs/contract/license-keys.md#rotation).
 */
export function rowOfValue({ row, former }: UsedKey): LicenseKeyRow {
  return former ? { ...row, key: former.key } : row;
}

/** What an answer says about the value that it answers. */
export function serializeValue({ former }: Pick<UsedKey, 'former'>) {
  return { rotated: former !== null, valid_until: former?.validUntil.toISOString() ?? null };
}

/** An activation as the API prints it (docs/contract/license-keys.md#activation-fields). */
export function serializeActivation(
  row: LicenseActivation & { licenseKey: LicenseKeyRow },
  used: Pick<UsedKey, 'former'> = { former: null },
): LicenseKeyActivation {
  const license_key = serializeLicenseKey(row.licenseKey);
  return { ...serializeActivationBase(row), license_key, ...serializeValue(used) };
}

/** A key with its activations, and the value before where it works at `now`. */
export function serializeWithActivations(
  row: LicenseKeyRow & { activations: LicenseActivation[]; former: FormerLicenseKey | null },
  now: Date,
): LicenseKeyWithActivations {
  const { former } = row;
  const former_value = former &&
    former.validUntil > now && {
      display_key: displayKey(former.key),
      valid_until: former.validUntil.toISOString(),
    };
  return {
    ...serializeLicenseKey(row),
    activations: row.activations.map(serializeActivationBase),
    former_value: former_value || null,
  };
}
