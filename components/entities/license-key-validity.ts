import { evaluate, type KeyState, type LicenseCode } from '@/lib/resources/license-keys/rules';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

/** The codes that the API answers now for a key. */
export interface Validity {
  /** Of a validation that adds no usage. */
  validate: LicenseCode;
  /** Of a validation that adds one. */
  use: LicenseCode;
  activate: LicenseCode;
}

/** Evaluates a key at `now`, the organization's time, by the API's own rules. */
export function validityOf(key: LicenseKey, now: number): Validity {
  const facts = stateOf(key);
  const moment = new Date(now);
  const usage = (incrementUsage: number) =>
    evaluate(
      facts,
      { about: 'validation', conditions: {}, benefitId: null, customerId: null, incrementUsage },
      moment,
    );
  return {
    validate: usage(0),
    use: usage(1),
    activate: evaluate(facts, { about: 'activation' }, moment),
  };
}

/** Whether the key is unusable at `now` only because it has expired. */
export function isExpired(key: LicenseKey, now: number): boolean {
  return evaluate(stateOf(key), { about: 'key' }, new Date(now)) === 'EXPIRED';
}

function stateOf(key: LicenseKey): KeyState {
  return {
    status: key.status,
    expiresAt: key.expires_at === null ? null : new Date(key.expires_at),
    benefitId: key.benefit_id,
    customerId: key.customer_id,
    usage: key.usage,
    limitUsage: key.limit_usage,
    activationsCount: key.activations_count,
    limitActivations: key.limit_activations,
  };
}
