import { Ban, CirclePause, KeyRound } from 'lucide-react';
import type { BulkAction } from '@/components/data-table/bulk-actions';
import { BULK } from '@/components/license-keys/texts';
import { updateLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey, LicenseKeyStatus } from '@/lib/resources/license-keys/schema';

type Action = BulkAction<LicenseKey, typeof updateLicenseKey>;

/** What moves keys to a status. */
const moveTo = (status: LicenseKeyStatus): Pick<Action, 'operation' | 'input'> => ({
  operation: updateLicenseKey,
  input: ({ id }) => ({ params: { id }, body: { status } }),
});

const activationsOf = (keys: readonly LicenseKey[]) =>
  keys.reduce((sum, { activations_count }) => sum + activations_count, 0);

export const ENABLE: Action = {
  ...BULK.enable,
  ...moveTo('granted'),
  icon: KeyRound,
  skips: ({ status }) => (status === 'disabled' ? null : BULK.skips[status]),
  effects: (keys) => BULK.enable.effects(keys.length),
};

export const DISABLE: Action = {
  ...BULK.disable,
  ...moveTo('disabled'),
  icon: CirclePause,
  skips: ({ status }) => (status === 'granted' ? null : BULK.skips[status]),
  effects: (keys) => BULK.disable.effects(keys.length, activationsOf(keys)),
  undo: ENABLE,
};

export const REVOKE: Action = {
  ...BULK.revoke,
  ...moveTo('revoked'),
  icon: Ban,
  danger: true,
  skips: ({ status }) => (status === 'revoked' ? BULK.skips.revoked : null),
  effects: (keys) => BULK.revoke.effects(keys.length, activationsOf(keys)),
};
