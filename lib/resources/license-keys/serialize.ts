import { memoized } from '@/lib/api/memoize';
import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { Scope } from '@/lib/database/connection/scope';
import type { LicenseActivation } from '@/lib/database/generated/client';
import {
  redactCustomer,
  serializeCustomer,
  serializeUser,
} from '@/lib/resources/customers/serialize';
import type { LicenseKeyRow } from '@/lib/resources/license-keys/repository';
import { displayKey } from '@/lib/resources/license-keys/rules';
import {
  LicenseKey,
  type LicenseKeyActivation,
  LicenseKeyActivationBase,
  type LicenseKeyWithActivations,
} from '@/lib/resources/license-keys/schema';

export type { LicenseKeyRow };

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
export const serializeLicenseKey = memoized(
  (row: LicenseKeyRow): LicenseKey =>
    withFields(scalars(row), {
      user_id: row.customerId,
      user: serializeUser(row.customer),
      customer: serializeCustomer(row.customer),
      display_key: displayKey(row.key),
      activations_count: row._count.activations,
    }),
);

/** An activation without its key. */
export const serializeActivationBase: (row: LicenseActivation) => LicenseKeyActivationBase =
  scalarsOf('LicenseActivation', LicenseKeyActivationBase);

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
