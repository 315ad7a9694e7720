import type { Color, EMBLEMS } from '@/demo/emblems';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { Prisma } from '@/lib/database/generated/client';

type BenefitInput = Pick<Prisma.BenefitUncheckedCreateInput, 'type' | 'description'> & {
  properties: Prisma.InputJsonObject;
};

/** The benefits of the demo's shop, by a name of their own. */
export const BENEFITS = {
  editorKey: {
    type: 'license_keys',
    description: 'Quill license, 2 devices',
    properties: {
      prefix: 'QUILL',
      expires: null,
      activations: { limit: 2, enable_customer_admin: true },
      limit_usage: null,
    },
  },
  proKey: {
    type: 'license_keys',
    description: 'Quill Pro license, 5 devices',
    properties: {
      prefix: 'PRO',
      expires: null,
      activations: { limit: 5, enable_customer_admin: true },
      limit_usage: null,
    },
  },
  apiKey: {
    type: 'license_keys',
    description: 'Proofreading API, 10,000 calls',
    properties: {
      prefix: null,
      expires: { ttl: 1, timeframe: 'year' },
      activations: null,
      limit_usage: 10_000,
    },
  },
  community: {
    type: 'discord',
    description: 'Private community channel',
    properties: { guild_id: '874120963518562304', role_id: '874121502834917377' },
  },
  source: {
    type: 'github_repository',
    description: 'Read access to the source',
    properties: {
      repository_owner: 'northlight-studio',
      repository_name: 'quill',
      permission: 'pull',
      repository_id: null,
    },
  },
  downloads: {
    type: 'downloadables',
    description: 'Texture files, 300 dpi',
    properties: { archived: {}, files: [] },
  },
  sponsor: {
    type: 'ads',
    description: 'Logo in the weekly letter',
    properties: { image_height: 300, image_width: 480 },
  },
  thanks: {
    type: 'custom',
    description: 'Thank-you note',
    properties: { note: 'Thank you! Write to studio@northlight.example for anything at all.' },
  },
} as const satisfies Record<string, BenefitInput>;

export type BenefitName = keyof typeof BENEFITS;

interface PriceInput {
  amountType: 'fixed' | 'custom' | 'free';
  amount?: number;
  minimumAmount?: number;
  presetAmount?: number;
  recurringInterval?: 'month' | 'year';
  trialDays?: number;
}

interface ProductInput {
  name: string;
  description: string;
  prices: readonly PriceInput[];
  benefits: readonly BenefitName[];
  /** How often it is bought, beside the others. */
  weight: number;
  isArchived?: boolean;
  /** Attached custom fields, required ones with `!`. */
  fields?: readonly string[];
  picture: { emblem: keyof typeof EMBLEMS; ground: Color; colors: readonly Color[] };
}

const PAPER = [250, 246, 236] as const;
const INK = [38, 45, 52] as const;
const NIGHT = [30, 42, 74] as const;
const PETROL = [16, 94, 104] as const;
const SEA = [72, 163, 166] as const;
const RUST = [193, 84, 44] as const;
const SUN = [243, 188, 84] as const;
const ROSE = [232, 138, 130] as const;
const MOSS = [84, 112, 66] as const;
const LEAF = [176, 196, 132] as const;
const STONE = [205, 201, 190] as const;
const ASH = [128, 126, 118] as const;

/** The products of the demo's shop: every kind of price, and every type of benefit. */
export const PRODUCTS: readonly ProductInput[] = [
  {
    name: 'Quill',
    description:
      'A quiet Markdown editor for long texts. One payment, updates for the major version.',
    prices: [{ amountType: 'fixed', amount: 4900 }],
    benefits: ['editorKey', 'thanks'],
    weight: 9,
    picture: { emblem: 'feather', ground: PETROL, colors: [PAPER] },
  },
  {
    name: 'Quill Pro',
    description: 'Everything in Quill, with sync, history and collaboration.',
    prices: [
      { amountType: 'fixed', amount: 800, recurringInterval: 'month' },
      { amountType: 'fixed', amount: 8000, recurringInterval: 'year' },
    ],
    benefits: ['proKey', 'community'],
    weight: 12,
    fields: ['use'],
    picture: { emblem: 'featherPlus', ground: NIGHT, colors: [PAPER, SUN] },
  },
  {
    name: 'Quill for Teams',
    description: 'Quill Pro for a whole team, two weeks free.',
    prices: [{ amountType: 'fixed', amount: 2400, recurringInterval: 'month', trialDays: 14 }],
    benefits: ['proKey'],
    weight: 5,
    fields: ['company!', 'seats!'],
    picture: { emblem: 'feathers', ground: SEA, colors: [PETROL, PETROL, PAPER] },
  },
  {
    name: 'Letterpress Textures',
    description: 'Forty scanned papers and inks. Pay what you want, from $5.',
    prices: [{ amountType: 'custom', minimumAmount: 500, presetAmount: 1500 }],
    benefits: ['downloads'],
    weight: 7,
    picture: { emblem: 'dots', ground: SUN, colors: [RUST] },
  },
  {
    name: 'Reading Icons',
    description: 'Sixty small icons for books and blogs, free for any use.',
    prices: [{ amountType: 'free' }],
    benefits: ['thanks'],
    weight: 6,
    picture: { emblem: 'book', ground: LEAF, colors: [PAPER, MOSS] },
  },
  {
    name: 'Studio Membership',
    description: 'Every texture and icon set we make, and the channel where we make them.',
    prices: [
      { amountType: 'fixed', amount: 1500, recurringInterval: 'month' },
      { amountType: 'fixed', amount: 15_000, recurringInterval: 'year' },
    ],
    benefits: ['community', 'downloads', 'thanks'],
    weight: 8,
    picture: { emblem: 'card', ground: RUST, colors: [PAPER, INK, SUN] },
  },
  {
    name: 'The Weekly Letter',
    description: 'A letter about typography every Friday.',
    prices: [{ amountType: 'free', recurringInterval: 'month' }],
    benefits: ['thanks'],
    weight: 7,
    fields: ['terms!'],
    picture: { emblem: 'envelope', ground: ROSE, colors: [PAPER, RUST] },
  },
  {
    name: 'Letter Sponsor',
    description: 'Your logo in four letters a month.',
    prices: [{ amountType: 'fixed', amount: 20_000, recurringInterval: 'month' }],
    benefits: ['sponsor'],
    weight: 2,
    fields: ['company!', 'starts'],
    picture: { emblem: 'heart', ground: MOSS, colors: [ROSE] },
  },
  {
    name: 'Source Access',
    description: 'Read the source of Quill and build it yourself.',
    prices: [{ amountType: 'fixed', amount: 24_000, recurringInterval: 'year' }],
    benefits: ['source'],
    weight: 2,
    picture: { emblem: 'code', ground: INK, colors: [SUN, SUN, ROSE] },
  },
  {
    name: 'Proofreading API',
    description: 'Ten thousand calls, to be used within a year.',
    prices: [{ amountType: 'fixed', amount: 9900 }],
    benefits: ['apiKey'],
    weight: 3,
    picture: { emblem: 'check', ground: PAPER, colors: [STONE, RUST] },
  },
  {
    name: 'Quill 1 (retired)',
    description: 'The first version, for those who still run it.',
    prices: [{ amountType: 'fixed', amount: 2900 }],
    benefits: ['editorKey'],
    weight: 1,
    isArchived: true,
    picture: { emblem: 'feather', ground: STONE, colors: [ASH] },
  },
];

type FieldInput = Pick<Prisma.CustomFieldUncheckedCreateInput, 'type' | 'slug' | 'name'> & {
  properties: Prisma.InputJsonObject;
};

export const CUSTOM_FIELDS: readonly FieldInput[] = [
  {
    type: 'text',
    slug: 'company',
    name: 'Company',
    properties: { form_label: 'Company', textarea: false, max_length: 120 },
  },
  {
    type: 'number',
    slug: 'seats',
    name: 'Seats',
    properties: { form_label: 'How many people?', ge: 1, le: 500 },
  },
  {
    type: 'date',
    slug: 'starts',
    name: 'Start date',
    properties: { form_label: 'Date of the first issue with your logo' },
  },
  {
    type: 'checkbox',
    slug: 'terms',
    name: 'Newsletter opt-in',
    properties: { form_label: 'Send me the newsletter every Friday' },
  },
  {
    type: 'select',
    slug: 'use',
    name: 'Writing type',
    properties: {
      form_label: 'What do you write?',
      options: ['Books', 'Articles', 'Code', 'Notes'].map((label) => ({
        value: label.toLowerCase(),
        label,
      })),
    },
  },
];

/** Days are counted from the day of the seed. */
export const DISCOUNTS: readonly (Pick<
  Prisma.DiscountUncheckedCreateInput,
  | 'name'
  | 'code'
  | 'type'
  | 'duration'
  | 'amount'
  | 'currency'
  | 'basisPoints'
  | 'durationInMonths'
  | 'maxRedemptions'
> & { startsIn?: number; endsIn?: number })[] = [
  {
    name: 'Launch week',
    code: 'LAUNCH',
    type: 'percentage',
    duration: 'once',
    basisPoints: 2500,
    maxRedemptions: 40,
    endsIn: -300,
  },
  {
    name: 'Friends of the studio',
    code: 'FRIENDS',
    type: 'percentage',
    duration: 'forever',
    basisPoints: 1500,
  },
  {
    name: '$3 off for 3 months',
    code: 'QUIET3',
    type: 'fixed',
    duration: 'repeating',
    durationInMonths: 3,
    amount: 300,
    currency: DEFAULT_CURRENCY,
    maxRedemptions: 100,
  },
  {
    name: 'Conference attendees',
    code: 'TYPECON',
    type: 'fixed',
    duration: 'once',
    amount: 1000,
    currency: DEFAULT_CURRENCY,
    maxRedemptions: 5,
  },
  {
    name: 'Winter sale',
    code: 'WINTER',
    type: 'percentage',
    duration: 'once',
    basisPoints: 3000,
    startsIn: 14,
    endsIn: 28,
  },
  {
    name: 'Support credit',
    code: null,
    type: 'fixed',
    duration: 'once',
    amount: 500,
    currency: DEFAULT_CURRENCY,
  },
];

/** Checkout links, one for each of the first products. */
export const CHECKOUT_LINKS = [
  { label: 'Newsletter', daysAgo: 300 },
  { label: 'Website footer', daysAgo: 200 },
  { label: 'Conference slides', daysAgo: 2 },
];
