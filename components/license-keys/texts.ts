import { pluralize } from '@/components/ui/money';

const stops = (keys: number, activations: number) =>
  `Stops ${pluralize(keys, 'key')} immediately. ${
    activations === 0
      ? 'No activations are in use.'
      : `${pluralize(activations, 'active device')} will fail the next validation.`
  }`;

/** The list: tabs, filters. */
export const LIST = {
  empty: 'Keys appear with the first key benefit.',
  emptyText: 'Add a license key benefit to a product. Every buyer then gets a key.',
  goToProducts: 'Go to products',
  atLimit: 'At limit',
  belowLimit: 'Below limit',
};

/** The list: what is done with several keys. */
export const BULK = {
  skips: { granted: 'already active', disabled: 'already disabled', revoked: 'already revoked' },
  disable: {
    verb: 'Disable',
    running: 'Disabling',
    done: 'Disabled',
    effects: (keys: number, activations: number) =>
      `${stops(keys, activations)} You can enable them again.`,
  },
  enable: {
    verb: 'Enable',
    running: 'Enabling',
    done: 'Enabled',
    effects: (keys: number) => `${pluralize(keys, 'key')} will pass validation again.`,
  },
  revoke: {
    verb: 'Revoke',
    running: 'Revoking',
    done: 'Revoked',
    effects: (keys: number, activations: number) =>
      `${stops(keys, activations)} No refunds, and no subscriptions are canceled.`,
  },
};
