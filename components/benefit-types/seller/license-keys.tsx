import type { FieldsProps, SellerType } from '@/components/benefit-types/seller/seller-type';
import { CheckboxField, RadiosField, SelectField, TextField } from '@/components/form/fields';
import { NumberField } from '@/components/form/number-fields';
import { KeyPool } from '@/components/key-pools/key-pool';
import { PoolNotice } from '@/components/key-pools/pool-notice';
import { formatCount, pluralize } from '@/components/ui/money';

export interface LicenseKeysValues {
  prefix: string | null;
  expires: { ttl: number | null; timeframe: 'day' | 'month' | 'year' };
  activations: {
    limit: number | null;
    enable_customer_admin: boolean;
    expire_after_days: number | null;
  };
  limit_usage: number | null;
  enable_customer_rotation: boolean;
  show_snippets: boolean;
  source: 'generated' | 'pool';
  low_stock_at: number | null;
}

const TIMEFRAMES = [
  { value: 'day', label: 'Days' },
  { value: 'month', label: 'Months' },
  { value: 'year', label: 'Years' },
] as const;

const WORDS = {
  help: 'A unique key for each customer that your app checks.',
  source: 'Keys',
  generated: 'Generated',
  generatedHelp: 'A new key for each purchase.',
  pool: 'Your own',
  poolHelp:
    'Keys that you have, such as codes of a game store. You add them once the benefit is saved.',
  lowAt: 'Warn at',
  lowAtHelp: 'You get an email when so many keys are left. Blank for none.',
  lowAtFact: (count: number) => `${pluralize(count, 'key')} left`,
  editedPool: 'Keys handed out from now on use these settings.',
  prefix: 'Key prefix',
  prefixHelp: 'Letters, digits, and hyphens. Keys look like ACME-1B9D6BCD-…',
  expireAfter: 'Keys expire after',
  expireAfterHelp: 'Leave blank for keys that don’t expire.',
  timeframe: 'Unit',
  devices: 'Device limit',
  devicesHelp: 'Blank turns device activation off.',
  unused: 'Deactivate unused devices after',
  unusedHelp: 'Days without a check of the key by your app, 1–365. Blank keeps them.',
  unusedDevices: 'Unused devices',
  unusedAfter: (days: number) => `After ${pluralize(days, 'day')} without use`,
  usage: 'Usage limit',
  usageHelp: 'Leave blank for unlimited usage.',
  customerAdmin: 'Customers can deactivate their own devices',
  customerRotation: 'Customers can replace their own keys',
  customerRotationHelp:
    'With a new one, such as after a leak. The old key can go on working for up to 30 days.',
  replacement: 'Replacement',
  snippets: 'For developers',
  snippetsHelp: 'Shows buyers the calls that a program makes with their key.',
  expire: 'Keys expire',
  after: (ttl: number, timeframe: string) => `After ${pluralize(ttl, timeframe)}`,
  never: 'Never',
  upTo: (count: number) => `Up to ${pluralize(count, 'device')}`,
  noDevices: 'No activations',
  selfService: 'Deactivation',
  selfServiceOn: 'By the customer or you',
  selfServiceOff: 'By you only',
  unlimited: 'Unlimited',
  edited: 'New keys use these settings.',
  issued: 'Keys already issued don’t change: they keep their prefix, expiration, and limits.',
  issuedKeys: (count: number) =>
    `${pluralize(count, 'key')} already issued ${count === 1 ? 'doesn’t' : 'don’t'} change: prefix, expiration, and limits stay.`,
} as const;

export const licenseKeys: SellerType<'license_keys', LicenseKeysValues> = {
  help: WORDS.help,
  values: {
    prefix: null,
    expires: { ttl: null, timeframe: 'year' },
    activations: { limit: null, enable_customer_admin: true, expire_after_days: null },
    limit_usage: null,
    enable_customer_rotation: false,
    show_snippets: true,
    source: 'generated',
    low_stock_at: null,
  },
  missing: ({ properties }) => ({
    enable_customer_rotation: false,
    show_snippets: properties.activations !== null,
  }),
  Fields,
  propertiesOf: ({
    prefix,
    expires,
    activations,
    limit_usage,
    enable_customer_rotation,
    show_snippets,
    source,
    low_stock_at,
  }) => ({
    prefix,
    expires: expires.ttl === null ? null : expires,
    activations: activations.limit === null ? null : activations,
    limit_usage,
    enable_customer_rotation,
    show_snippets,
    source,
    low_stock_at: source === 'pool' ? low_stock_at : null,
  }),
  facts: ({
    properties: {
      prefix,
      expires,
      activations,
      limit_usage,
      enable_customer_rotation,
      source,
      low_stock_at,
    },
  }) => [
    [WORDS.source, source === 'pool' ? WORDS.pool : WORDS.generated],
    source === 'pool'
      ? low_stock_at != null && [WORDS.lowAt, WORDS.lowAtFact(low_stock_at)]
      : [WORDS.prefix, prefix && <code>{prefix}</code>],
    [WORDS.expire, expires ? WORDS.after(expires.ttl, expires.timeframe) : WORDS.never],
    [WORDS.devices, activations ? WORDS.upTo(activations.limit) : WORDS.noDevices],
    activations !== null && [
      WORDS.selfService,
      activations.enable_customer_admin ? WORDS.selfServiceOn : WORDS.selfServiceOff,
    ],
    activations?.expire_after_days != null && [
      WORDS.unusedDevices,
      WORDS.unusedAfter(activations.expire_after_days),
    ],
    [WORDS.replacement, enable_customer_rotation ? WORDS.selfServiceOn : WORDS.selfServiceOff],
    [WORDS.usage, limit_usage === null ? WORDS.unlimited : formatCount(limit_usage)],
  ],
  editEffects: ({ properties: { source } }, count) => [
    source === 'pool' ? WORDS.editedPool : WORDS.edited,
    count === null ? WORDS.issued : WORDS.issuedKeys(count),
  ],
  Notice: PoolNotice,
  Main: KeyPool,
};

function Fields({ form }: FieldsProps) {
  return (
    <>
      <RadiosField
        form={form}
        name="properties.source"
        label={WORDS.source}
        options={[
          { value: 'generated', label: WORDS.generated, help: WORDS.generatedHelp },
          { value: 'pool', label: WORDS.pool, help: WORDS.poolHelp },
        ]}
      />
      {form.watch('properties.source') === 'pool' ? (
        <NumberField
          form={form}
          name="properties.low_stock_at"
          label={WORDS.lowAt}
          optional
          help={WORDS.lowAtHelp}
        />
      ) : (
        <TextField
          form={form}
          name="properties.prefix"
          label={WORDS.prefix}
          optional
          placeholder="ACME"
          autoComplete="off"
          help={WORDS.prefixHelp}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
        <NumberField
          form={form}
          name="properties.expires.ttl"
          label={WORDS.expireAfter}
          optional
          help={WORDS.expireAfterHelp}
        />
        <SelectField
          form={form}
          name="properties.expires.timeframe"
          label={WORDS.timeframe}
          options={TIMEFRAMES}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="properties.activations.limit"
          label={WORDS.devices}
          optional
          help={WORDS.devicesHelp}
        />
        <NumberField
          form={form}
          name="properties.limit_usage"
          label={WORDS.usage}
          optional
          help={WORDS.usageHelp}
        />
      </div>
      {form.watch('properties.activations.limit') !== null && (
        <>
          <NumberField
            form={form}
            name="properties.activations.expire_after_days"
            label={WORDS.unused}
            optional
            help={WORDS.unusedHelp}
          />
          <CheckboxField
            form={form}
            name="properties.activations.enable_customer_admin"
            label={WORDS.customerAdmin}
          />
        </>
      )}
      <CheckboxField
        form={form}
        name="properties.enable_customer_rotation"
        label={WORDS.customerRotation}
        help={WORDS.customerRotationHelp}
      />
      <CheckboxField
        form={form}
        name="properties.show_snippets"
        label={WORDS.snippets}
        help={WORDS.snippetsHelp}
      />
    </>
  );
}
