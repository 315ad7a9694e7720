import { formatCount, pluralize } from '@/components/ui/money';

const stops = (keys: number, activations: number) =>
  `Stops ${pluralize(keys, 'key')} immediately. ${
    activations === 0
      ? 'No activations are in use.'
      : `${pluralize(activations, 'active device')} will fail the next validation.`
  }`;

/** What its fields are called, in the list, in filters, on its page and in its dialogs. */
export const LABELS = {
  key: 'Key',
  status: 'Status',
  customer: 'Customer',
  email: 'Email',
  benefit: 'Benefit',
  activations: 'Activations',
  usage: 'Usage',
  validations: 'Validations',
  lastValidated: 'Last validated',
  expires: 'Expires',
  issued: 'Issued',
};

/** Instead of a time that there is none of. */
export const NEVER = 'Never';

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

/** The list: what is done with all keys that it shows. */
export const ALL = {
  selected: (count: number) =>
    count === 1 ? 'The only one selected' : `All ${formatCount(count)} selected`,
  tooMany: 'Narrow the filters to 10,000 keys or fewer.',
  actions: 'Actions',
  clear: 'Clear selection',
  close: 'Close',
  disable: 'Disable',
  enable: 'Enable',
  extend: 'Extend',
  limits: 'Edit limits',
  title: (verb: string, count: number) =>
    verb === 'Edit limits'
      ? `Edit the limits of ${pluralize(count, 'key')}`
      : `${verb} ${pluralize(count, 'key')}`,
  effects: {
    disable:
      'Active keys stop immediately, and their devices fail the next validation. You can enable them again.',
    enable: 'Disabled keys will pass validation again. Revoked ones stay revoked.',
    extend:
      'Counted from the expiration of each key, or from now where that has passed. Keys that never expire stay.',
    limits: 'Only the limits that you choose here change. Usage and devices stay.',
  },
  extendBy: 'Extend by',
  unit: 'Unit',
  units: [
    { value: 'day', label: 'Days' },
    { value: 'month', label: 'Months' },
    { value: 'year', label: 'Years' },
  ],
  setsActivations: 'Change the device limit',
  activations: 'Device limit',
  activationsHelp: 'Blank: they can’t be activated.',
  setsUsage: 'Change the usage limit',
  usage: 'Usage limit',
  usageHelp: 'Blank: no limit.',
  chooseOne: 'Choose a limit to change.',
  progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
  done: (changed: number, total: number) =>
    `${formatCount(changed)} of ${pluralize(total, 'key')} changed.`,
  failed: (done: number, total: number) =>
    `Stopped after ${formatCount(done)} of ${pluralize(total, 'key')}. Try again for the rest.`,
} as const;

/** The page of a key. */
export const PAGE = {
  title: (customer: string) => `${customer}’s license key`,
  expired: 'Expired',
  state: { granted: 'Active', disabled: 'Disabled', revoked: 'Revoked' },
  json: 'Raw JSON',
  jsonMasked: 'Raw JSON, without the key',
};

export const KEY_BOX = {
  hide: 'Hide',
  reveal: 'Reveal',
  copyLabel: 'Copy key',
  copy: 'Copy',
  hidesAfter: (seconds: number) => `Hides after ${pluralize(seconds, 'second')}.`,
  copiesAll: 'Copy takes the full key without showing it.',
};

export const VALIDATION = {
  title: 'Validation result',
  validate: 'Validate',
  use: 'Validate and count usage',
  activate: 'Activate',
};

export const FACTS = {
  title: 'License',
  source: 'Source',
  subscription: 'Valid while active',
  order: 'Order',
  updated: 'Updated',
  transferred: 'Transferred',
  former: 'Old key',
  formerWorks: (key: string) => `${key} works until`,
};

export const LIMITS = {
  title: 'Limits',
  edit: 'Edit limits',
  none: 'No activation needed',
  unlimited: ', no limit',
};

export const ACTIVATIONS = {
  notNeeded: 'This key needs no activation. Apps validate it directly.',
  empty: (devices: number) => `No devices yet. Up to ${pluralize(devices, 'device')}.`,
  columns: ['Label', 'ID', 'Activated'],
  lastUsed: 'Last used',
  actions: 'Actions',
  copyId: (label: string) => `Copy ID of ${label}`,
  deactivate: 'Deactivate',
  deactivateOne: (label: string) => `Deactivate ${label}`,
  deactivated: (label: string) => `Deactivated ${label}.`,
  effects: (used: string, limit: string) =>
    `Frees 1 activation, leaving ${used} of ${limit} in use. The app on that device fails its next validation.`,
};

export const SNIPPETS = {
  activate: 'Activate via API',
  validate: 'Validate via API',
  language: 'Language',
  copy: (language: string) => `Copy ${language} code`,
  help: 'No token needed: the key is the credential. Copy includes the full key.',
};

export const ACTIONS = {
  editLimits: 'Edit limits',
  extend: 'Extend',
  rotate: 'Rotate key',
  resetUsage: 'Reset usage',
  noUsage: 'Its usage is 0.',
  transfer: 'Transfer',
  neverExpires: 'It never expires.',
  disable: 'Disable',
  enable: 'Enable',
  isRevoked: 'It is revoked. Reinstate it first.',
  revoke: 'Revoke',
  reinstate: 'Reinstate',
  done: { disabled: 'Disabled', revoked: 'Revoked', enabled: 'Enabled', reinstated: 'Reinstated' },
  failed: (key: string) => `Could not change ${key}.`,
  revokeOne: (key: string) => `Revoke ${key}`,
  effects: (activations: number, customer: string) =>
    `Stops this key immediately. ${
      activations === 0
        ? 'No activations are in use.'
        : `${pluralize(activations, 'active device')} of ${customer} will fail the next validation.`
    } No refund, and no subscription is canceled. You can reinstate it.`,
};

/** What apps were told, by days. */
export const DECISIONS = {
  failed: 'the validations',
  none: 'No app asked about this key in the last 30 days.',
  valid: 'Valid',
  refused: 'Refused',
  devices: 'Devices',
  mostDevices: 'Most devices in a day',
};

export const ROTATION = {
  verb: 'Rotate',
  title: (key: string) => `Rotate ${key}`,
  text: 'The key gets a new value. Devices stay activated, and the customer finds the new key in the customer portal.',
  done: (key: string) => `Rotated. The new key is ${key}.`,
};

export const USAGE = {
  verb: 'Reset usage',
  title: (key: string) => `Reset usage of ${key}`,
  effects: (usage: number) => `Sets the usage from ${formatCount(usage)} to 0. The limit stays.`,
  done: (key: string) => `Reset the usage of ${key}.`,
};

export const TRANSFER = {
  verb: 'Transfer',
  title: (key: string) => `Transfer ${key}`,
  text: (customer: string, activations: number) =>
    `The key gets a new value for the new customer. The old one stops working for ${customer} immediately${
      activations === 0 ? '' : `, on ${pluralize(activations, 'device')} too`
    }. Both get an email.`,
  customer: 'New customer',
  done: (customer: string) => `Transferred to ${customer}.`,
};

export const BENEFIT_NAME = {
  deletedBenefit: 'Deleted benefit',
  unknown: 'Benefit',
};

export const LICENSE_KEYS_PAGE = {
  expiresOn: 'expires',
  atLimit: 'At limit',
  licenseKeys: 'License keys',
};

export const LIMITS_DIALOG = {
  editTheLimitsOf: 'Edit the limits of',
  extend: 'Extend',
  thisKeyAloneChanges: 'Changes this key only. Its benefit and other keys stay the same.',
  saved: (displayKey: string | number) => `Saved ${displayKey}.`,
  limitsOfTheKey: 'Limits of the key',
  cannotBeActivated: 'Can’t be activated',
  activationsHelp: (used: string) =>
    `${used} in use. A lower limit keeps them and blocks new ones. Blank allows no devices.`,
  usageSoFar: 'Usage so far',
  usageLimit: 'Usage limit',
  noLimit: 'No limit',
  usageHelp: 'Blank allows unlimited usage.',
  saveLimits: 'Save limits',
};
